package dev.carabiner.console;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.approvals.RuleCoverage;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.InvalidRuleException;
import dev.carabiner.guard.rule.KeptRule;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleText;
import dev.carabiner.session.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules of the store: listed, measured against past calls, added, ended. A rule is never changed. */
final class RuleApi {

    private static final Set<String> KEYS =
            Set.of("decision", "hook", "tool", "kind", "field", "value", "ends", "max_uses");
    private static final int PAST = 500;
    private static final int MOST_NAMED = 20;

    private final ApprovalDatabase database;
    private final Function<String, @Nullable Path> directories;

    RuleApi(ApprovalDatabase database, Function<String, @Nullable Path> directories) {
        this.database = database;
        this.directories = directories;
    }

    /** Rules that deny stand first, then those used last. */
    Reply list() {
        Instant now = Instant.now();
        List<EventData> all = database.rules().kept().stream()
                .sorted(Comparator.comparing((KeptRule it) -> it.rule().decision() == Decision.ALLOW)
                        .thenComparing(it -> !it.rule().holdsAt(now))
                        .thenComparing(KeptRule::lastUsed, Comparator.nullsLast(Comparator.<Instant>reverseOrder())))
                .map(it -> json(it, now))
                .toList();
        return Reply.json(200, EventData.of("rules", all, "now", now.toString()));
    }

    /** One rule, with what it would decide of the calls that people were asked about. */
    Reply one(String id) {
        KeptRule kept = database.rules().kept().stream()
                .filter(it -> it.rule().id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("There is no rule " + VisibleText.inOneLine(id)));
        Instant now = Instant.now();
        return Reply.json(
                200, EventData.of("rule", json(kept, now), "coverage", measured(kept.rule()), "now", now.toString()));
    }

    private static EventData json(KeptRule kept, Instant now) {
        ApprovalRule rule = kept.rule();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", rule.id());
        fields.put("text", VisibleText.inOneLine(RuleText.of(rule)));
        fields.put("decision", rule.decision().name().toLowerCase(Locale.ROOT));
        fields.put("holds", rule.holdsAt(now));
        fields.put("made_by", VisibleText.inOneLine(kept.origin().madeBy()));
        fields.put("request", kept.origin().request());
        fields.put("made_at", text(kept.made()));
        fields.put("ends_at", text(rule.expires()));
        fields.put("session", rule.session());
        fields.put("uses", kept.uses());
        fields.put("uses_left", rule.usesLeft());
        fields.put("last_used_at", text(kept.lastUsed()));
        return EventData.of(fields);
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /** What a rule would have decided of the calls that people were asked about. Nothing is added. */
    Reply coverage(ApiCall call) {
        requireApprover(call.user());
        return Reply.json(200, measured(rule(call)));
    }

    private EventData measured(ApprovalRule rule) {
        RuleCoverage coverage = RuleCoverage.of(rule, database.ended(PAST), directories);
        List<EventData> contradicted = coverage.contradicted().stream()
                .limit(MOST_NAMED)
                .map(RuleApi::named)
                .toList();
        return EventData.of(
                "text",
                VisibleText.inOneLine(RuleText.of(rule)),
                "covers",
                coverage.covers(),
                "past",
                coverage.past(),
                "contradicted",
                coverage.contradicted().size(),
                "examples",
                contradicted);
    }

    private static EventData named(StoredApproval past) {
        var decision = Objects.requireNonNull(past.decision(), "a person has decided it");
        return EventData.of(
                "title",
                ShownCall.title(past.request()),
                "granted",
                decision.granted(),
                "decided_by",
                decision.decidedBy(),
                "decided_at",
                decision.decidedAt().toString());
    }

    Reply add(ApiCall call) {
        requireApprover(call.user());
        ApprovalRule rule = rule(call);
        try {
            new ApprovalRules(database.rules(), Path.of("/"))
                    .add(rule, new RuleOrigin(call.user().name(), ""));
        } catch (InvalidRuleException e) {
            throw refused(e);
        }
        return Reply.json(201, EventData.of("id", rule.id(), "text", VisibleText.inOneLine(RuleText.of(rule))));
    }

    Reply end(ApiCall call, String id) {
        requireApprover(call.user());
        new RequestBody(Objects.requireNonNull(call.body())).expect(Set.of());
        if (!new ApprovalRules(database.rules(), Path.of("/")).remove(id)) {
            throw Problem.notFound("There is no rule " + VisibleText.inOneLine(id) + ", or it has ended");
        }
        return Reply.empty(204);
    }

    private static void requireApprover(User user) {
        if (user.role() != ConsoleRole.APPROVER) {
            throw Problem.forbidden("You may look at rules, not make or end them");
        }
    }

    private static ApprovalRule rule(ApiCall call) {
        RequestBody body = new RequestBody(Objects.requireNonNull(call.body())).expect(KEYS);
        Decision decision = switch (body.text("decision")) {
            case "allow" -> Decision.ALLOW;
            case "deny" -> Decision.DENY;
            default -> throw Problem.badRequest("\"decision\" is neither allow nor deny");
        };
        String ends = body.optional("ends");
        Instant end = ends == null ? null : Instant.now().plus(duration(ends));
        Integer uses = body.body().get("max_uses") == null ? null : body.number("max_uses", 1, 1, 1_000_000);
        try {
            return new ApprovalRule(
                    "rule-" + UUID.randomUUID().toString().substring(0, 8),
                    decision,
                    Objects.requireNonNullElse(body.optional("hook"), ApprovalRule.EVERY),
                    Objects.requireNonNullElse(body.optional("tool"), ApprovalRule.EVERY),
                    pattern(body),
                    end,
                    uses);
        } catch (InvalidRuleException e) {
            throw refused(e);
        }
    }

    private static InputPattern pattern(RequestBody body) {
        String field = body.optional("field");
        return switch (body.text("kind")) {
            case "any" -> InputPattern.any();
            case "shell" -> InputPattern.shell(Objects.requireNonNullElse(field, "command"), body.text("value"));
            case "directory" ->
                InputPattern.directory(Objects.requireNonNullElse(field, "file_path"), body.text("value"));
            case "file" -> InputPattern.file(Objects.requireNonNullElse(field, "file_path"), body.text("value"));
            case "host" -> InputPattern.host(Objects.requireNonNullElse(field, "url"), body.text("value"));
            default -> throw Problem.badRequest("\"kind\" is none of any, shell, directory, file, host");
        };
    }

    private static Duration duration(String text) {
        try {
            Duration time = DurationText.parse(text);
            if (time.isPositive()) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.badRequest("\"ends\" is no time, as in 8h");
    }

    private static Problem refused(InvalidRuleException e) {
        String why = VisibleText.inOneLine(String.valueOf(e.getMessage()));
        return Problem.of(422, "rule", "No such rule can be", why);
    }
}
