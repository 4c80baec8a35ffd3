package dev.carabiner.console;

import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.approvals.RuleOffer;
import dev.carabiner.approvals.RuleOffers;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.RuleWish;
import dev.carabiner.session.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rules that an approver can make of an answer, each under a name of its own, and why there may be none. */
final class OfferedRules {

    private static final int PAST = 500;

    private final ApprovalDatabase database;
    private final Function<String, @Nullable Path> directories;

    OfferedRules(ApprovalDatabase database, Function<String, @Nullable Path> directories) {
        this.database = database;
        this.directories = directories;
    }

    private Map<String, RuleOffer> offers(StoredApproval stored) {
        Map<String, RuleOffer> named = new LinkedHashMap<>();
        new RuleOffers(stored.request(), directories)
                .of(Decision.ALLOW, database.ended(PAST))
                .forEach(offer -> {
                    String name = offer.scope();
                    for (int i = 2; named.containsKey(name); i++) {
                        name = offer.scope() + "_" + i;
                    }
                    named.put(name, offer);
                });
        return named;
    }

    Reply list(StoredApproval stored, User user) {
        if (!user.role().mayLook()) {
            throw Problem.forbidden("A requester makes no rules");
        }
        Map<String, RuleOffer> offers = stored.state() == State.PENDING ? offers(stored) : Map.of();
        List<EventData> all = offers.entrySet().stream()
                .map(each -> json(each.getKey(), each.getValue()))
                .toList();
        return Reply.json(200, EventData.of("rules", all, "why_none", all.isEmpty() ? whyNone(stored) : ""));
    }

    private static EventData json(String scope, RuleOffer offer) {
        return EventData.of(
                "scope",
                scope,
                "text",
                offer.text(),
                "covers",
                offer.covers(),
                "past",
                offer.past(),
                "contradicted",
                offer.contradicted());
    }

    private String whyNone(StoredApproval stored) {
        if (stored.state() != State.PENDING) {
            return "it has been decided";
        }
        if (stored.request().votesNeeded() > 1) {
            return "several persons must allow it, and one alone could have made the rule";
        }
        if (!stored.request().hasToolInput()) {
            return "it is no call of a tool";
        }
        return directories.apply(stored.request().session()) == null
                ? "the directory of its session is not known here"
                : "no rule would surely have answered this call";
    }

    /** The rule of this wish, which must be one that is offered. */
    EventData wish(EventData rule, StoredApproval stored, boolean isGranted) {
        RequestBody fields = new RequestBody(rule).expect(Set.of("scope", "ends", "max_uses"));
        RuleOffer offer = offers(stored).get(fields.text("scope"));
        if (offer == null || !isGranted) {
            throw Problem.of(422, "rule", "No such rule", "That rule is not offered with this request");
        }
        int uses = fields.number("max_uses", 10, 1, 1_000_000);
        String ends = Objects.requireNonNullElse(fields.optional("ends"), "8h");
        return RuleWish.written(
                ending(offer.rule(), ends, stored.request().session()).uses(uses));
    }

    private static ApprovalRule ending(ApprovalRule rule, String ends, String session) {
        if (ends.equals("session")) {
            return rule.within(session);
        }
        try {
            Duration time = DurationText.parse(ends);
            if (time.isPositive()) {
                return rule.until(Instant.now().plus(time));
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.badRequest("\"ends\" is no time, as in 8h, nor \"session\"");
    }
}
