package dev.carabiner.scenarios;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Question;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An outcome in the words of a scenario's file. */
final class Actual {

    private Actual() {}

    /**
     * @param by who decided
     * @param asked the questions that were put to the person
     */
    static Map<String, @Nullable Object> of(
            HookOutcome outcome, String action, String by, String reason, List<Map<String, @Nullable Object>> asked) {
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        actual.put("action", action);
        actual.put("by", by);
        actual.put("reason", reason);
        actual.put("asked", asked);
        actual.put(
                "order",
                outcome.runs().stream()
                        .filter(run -> !run.again() && !isIdleLockdown(run))
                        .map(HandlerRun::name)
                        .toList());
        actual.put("input", outcome.data().asMap().get("tool_input"));
        actual.put("data", outcome.data().asMap());
        actual.put(
                "injected",
                outcome.injections().stream()
                        .map(it -> EventData.of(
                                        "hook",
                                        it.author(),
                                        "text",
                                        it.text(),
                                        "role",
                                        it.role().name().toLowerCase(Locale.ROOT),
                                        "ephemeral",
                                        it.isEphemeral())
                                .asMap())
                        .toList());
        actual.put(
                "messages",
                outcome.messages().stream()
                        .map(it -> EventData.of(
                                        "source",
                                        it.source(),
                                        "text",
                                        it.text(),
                                        "level",
                                        it.level().name().toLowerCase(Locale.ROOT))
                                .asMap())
                        .toList());
        return actual;
    }

    /** It stands before the hooks of every policy, and is no part of one. */
    private static boolean isIdleLockdown(HandlerRun run) {
        return run.name().equals(Lockdown.HOOK) && run.result() instanceof HookResult.Continue;
    }

    static String action(HookOutcome outcome) {
        return outcome.action() == Action.ASK_USER ? "ask" : outcome.action().literal();
    }

    static Map<String, @Nullable Object> asked(Question question) {
        return EventData.of(
                        "hook",
                        question.author(),
                        "prompt",
                        question.prompt(),
                        "options",
                        question.options(),
                        "reason",
                        question.reason())
                .asMap();
    }

    static List<Map<String, @Nullable Object>> asked(List<ApprovalRequest> requests) {
        return requests.stream().map(request -> asked(request.question())).toList();
    }
}
