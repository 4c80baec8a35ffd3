package dev.carabiner.guard.rule;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rule that a person wishes to be made of an answer, on its way from the channel to the store. It is for the hook and
 * the tool of the request, and only if it would have answered that very request.
 *
 * @param rule as the person was shown it
 */
public record RuleWish(ApprovalRequest request, ApprovalRule rule, RuleOrigin origin) {

    /**
     * Begins the kind of a wish for one session. The rule is made by the process that waits, and one that does not know the
     * field {@code session} would make it for all sessions; it refuses a kind that it does not know.
     */
    private static final String OF_SESSION = "session-";

    /** The wish as a vote carries it. */
    public static EventData written(ApprovalRule rule) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        switch (rule.input()) {
            case InputPattern.Any() -> fields.put("kind", "any");
            case InputPattern.Exact(String digest) -> put(fields, "exact", "", digest);
            case InputPattern.Shell(String field, String command) -> put(fields, "shell", field, command);
            case InputPattern.Directory(String field, String path) -> put(fields, "directory", field, path);
            case InputPattern.SingleFile(String field, String path) -> put(fields, "file", field, path);
            case InputPattern.Host(String field, String host) -> put(fields, "host", field, host);
        }
        fields.put("expires", rule.expires() == null ? null : rule.expires().toString());
        fields.put("max_uses", rule.usesLeft());
        fields.put("session", rule.session());
        if (rule.session() != null) {
            fields.put("kind", OF_SESSION + fields.get("kind"));
        }
        return EventData.of(fields);
    }

    private static void put(Map<String, @Nullable Object> fields, String kind, String field, String pattern) {
        fields.put("kind", kind);
        fields.put("field", field);
        fields.put("pattern", pattern);
    }

    /**
     * Reads the wish of a decision.
     *
     * @throws InvalidRuleException if there is none, or it is no rule
     */
    public static RuleWish of(ApprovalRequest request, ApprovalDecision decision, Instant now) {
        EventData wish = decision.rule();
        String id = "from-" + request.id();
        if (wish == null || decision.input() != null) {
            throw new InvalidRuleException(id, "no rule was wished for what was asked");
        }
        ApprovalRule rule = new ApprovalRule(
                id,
                decision.granted() ? Decision.ALLOW : Decision.DENY,
                request.hook(),
                request.tool().isEmpty() ? ApprovalRule.EVERY : request.tool(),
                pattern(id, wish),
                expires(id, wish, now),
                wish.get("max_uses") instanceof Integer uses ? uses : null,
                session(id, wish, request));
        return new RuleWish(request, rule, new RuleOrigin(decision.decidedBy(), request.id()));
    }

    private static InputPattern pattern(String id, EventData wish) {
        String field = wish.get("field") instanceof String text ? text : "";
        String pattern = wish.get("pattern") instanceof String text ? text : "";
        return switch (kind(wish)) {
            case "exact" -> InputPattern.exact(pattern);
            case "shell" -> InputPattern.shell(field, pattern);
            case "directory" -> InputPattern.directory(field, pattern);
            case "file" -> InputPattern.file(field, pattern);
            case "host" -> InputPattern.host(field, pattern);
            default -> throw new InvalidRuleException(id, "expected exact, shell, directory, file or host as its kind");
        };
    }

    /** Without its session, the kind of such a wish is none here either. */
    private static String kind(EventData wish) {
        String kind = String.valueOf(wish.get("kind"));
        boolean isOfSession = wish.get("session") != null && kind.startsWith(OF_SESSION);
        return isOfSession ? kind.substring(OF_SESSION.length()) : kind;
    }

    private static @Nullable Instant expires(String id, EventData wish, Instant now) {
        if (wish.get("expires") == null) {
            return null;
        }
        try {
            Instant end = Instant.parse(String.valueOf(wish.get("expires")));
            if (end.isAfter(now)) {
                return end;
            }
        } catch (DateTimeException e) {
            // refused below
        }
        throw new InvalidRuleException(id, "expected an end in the future");
    }

    private static @Nullable String session(String id, EventData wish, ApprovalRequest request) {
        Object session = wish.get("session");
        if (session != null && !session.equals(request.session())) {
            throw new InvalidRuleException(id, "expected the session of the request, if one");
        }
        return session == null ? null : request.session();
    }

    /** Whether the rule answers the request that it was made of, as it is decided in this directory. */
    public boolean answersItsRequest(Path base, InstantSource clock) {
        RuleStore alone = RuleStore.inMemory();
        ApprovalRules rules = new ApprovalRules(alone, base, clock);
        rules.add(rule);
        Ruling ruling = rules.foresee(request);
        return rule.decision() == Decision.ALLOW ? ruling instanceof Ruling.Allowed : ruling instanceof Ruling.Denied;
    }

    /**
     * Adds the rule.
     *
     * @throws InvalidRuleException if it would not have answered the request, or is there already
     */
    public void addTo(ApprovalRules rules, Path base, InstantSource clock) {
        if (!answersItsRequest(base, clock)) {
            throw new InvalidRuleException(rule.id(), "it would not have answered the question that it was made of");
        }
        rules.add(rule, origin);
    }
}
