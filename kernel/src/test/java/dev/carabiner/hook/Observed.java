package dev.carabiner.hook;

import dev.carabiner.context.Injection;
import dev.carabiner.display.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One emit as seen from outside, in plain texts, so that what the model expects and what happened can be compared. */
record Observed(
        String action,
        String reason,
        String decidedBy,
        String data,
        String deciding,
        Calls calls,
        List<String> runs,
        List<String> questions,
        List<String> injections,
        List<String> messages,
        List<String> skipped,
        List<String> modifications) {

    /**
     * Calls in groups: those of one group in any order, the groups one after another. Those that were perhaps made are of
     * handlers beside one that denied. Those that were late come at any time: their threads are not waited for.
     */
    record Calls(List<List<String>> groups, List<String> perhaps, List<String> late) {

        boolean explain(List<String> made) {
            List<String> left = new ArrayList<>(made);
            if (!late.stream().allMatch(left::remove)) {
                return false;
            }
            for (List<String> group : groups) {
                boolean isLast = group == groups.getLast();
                List<String> own = isLast ? left : left.subList(0, Math.min(group.size(), left.size()));
                for (String call : group) {
                    if (!own.remove(call)) {
                        return false;
                    }
                }
            }
            List<String> allowed = new ArrayList<>(perhaps);
            return left.stream().allMatch(allowed::remove);
        }
    }

    /** The calls are taken as they were expected if that explains them. */
    static Observed of(HookOutcome outcome, List<String> calls, Calls expected) {
        return new Observed(
                outcome.action().name(),
                outcome.reason(),
                outcome.decidedBy(),
                outcome.data().asMap().toString(),
                deciding(outcome.result()),
                expected.explain(calls) ? expected : new Calls(List.of(calls), List.of(), List.of()),
                outcome.runs().stream().map(Observed::run).toList(),
                outcome.questions().stream()
                        .map(question -> question(
                                question.author(),
                                question.prompt(),
                                question.byDefault().name()))
                        .toList(),
                outcome.injections().stream().map(Observed::injection).toList(),
                outcome.messages().stream().map(Observed::message).toList(),
                outcome.skipped().stream()
                        .map(skipped -> skipped.name() + " " + skipped.why())
                        .toList(),
                outcome.modifications().stream()
                        .map(made -> made.author() + " " + made.before() + " " + made.after())
                        .toList());
    }

    private static String deciding(HookResult result) {
        return switch (result) {
            case HookResult.Deny deny -> "deny " + deny.reason();
            case HookResult.AskUser ask -> "ask " + shortened(ask.prompt());
            case HookResult.InjectContext inject -> "inject " + inject.text();
            case HookResult.Continue go -> "continue";
            case HookResult.Modify modify -> "modify";
        };
    }

    private static String run(HandlerRun run) {
        if (run.failure() != null) {
            return run(
                    run.name(),
                    run.priority(),
                    run.failure().kind() + " by " + run.failure().policy(),
                    false,
                    run.again());
        }
        String action = run.result().action().name().toLowerCase(Locale.ROOT);
        return run(run.name(), run.priority(), action, run.outputSuppressed(), run.again());
    }

    static String run(String name, int priority, String how, boolean suppressed, boolean again) {
        return name + "@" + priority + " " + how + (suppressed ? " suppressed" : "") + (again ? " again" : "");
    }

    static String call(int handler, String event, Map<String, Object> data) {
        return handler + " " + event + " " + data;
    }

    static String question(String author, String prompt, String byDefault) {
        return author + ": " + shortened(prompt) + " else " + byDefault;
    }

    /** What a failed guard asks is not specified word by word. */
    private static String shortened(String prompt) {
        return prompt.startsWith("Guard ") ? "Guard" : prompt;
    }

    private static String injection(Injection said) {
        return injection(said.author(), said.text(), said.role() + " " + said.isEphemeral() + " " + said.isAppended());
    }

    static String injection(String author, String text, String how) {
        return author + ": " + text + " " + how;
    }

    private static String message(UserMessage said) {
        return message(said.source(), said.level().name(), said.text());
    }

    static String message(String source, String level, String text) {
        return source + " " + level + " " + text;
    }
}
