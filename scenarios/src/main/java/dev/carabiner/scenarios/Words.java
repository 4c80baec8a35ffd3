package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.explain.Judgement;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a policy said what it said, and what can be done about it. */
final class Words {

    private Words() {}

    static String because(Judgement judgement) {
        String objection = judgement.objection();
        return objection != null ? objection : because(judgement.outcome(), judgement.decidedBy(), judgement.reason());
    }

    static String because(HookOutcome outcome, String by, String reason) {
        if (outcome.runs().isEmpty()) {
            return "no handler was called: none of the policy's is for " + outcome.event() + tool(outcome);
        }
        if (by.isEmpty() && reason.isEmpty()) {
            return "no handler objects: "
                    + outcome.runs().stream().map(Words::said).collect(Collectors.joining(", "));
        }
        String own = outcome.runs().stream()
                .filter(run -> run.name().equals(by))
                .map(run -> reasonOf(run.result()))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(reason);
        return by.isEmpty() ? own : by + ": " + own;
    }

    /** The author's explanation, else why a question is asked; empty if the result gives neither. */
    private static String reasonOf(@Nullable HookResult result) {
        String because = result == null ? "" : result.because();
        return because.isEmpty() && result instanceof HookResult.AskUser question ? question.reason() : because;
    }

    private static String tool(HookOutcome outcome) {
        return outcome.data().get("tool_name") instanceof String name ? " of " + name : "";
    }

    private static String said(HandlerRun run) {
        HookResult result = run.result();
        return run.name() + " " + (result == null ? "failed" : result.action().literal());
    }

    /** The setting of a hook that is made for it, if there is one; and the page with all the reasons. */
    static String toMend(
            Scenario.MatrixCase matrix, Scenario.Line line, Judgement judgement, Bundle bundle, ModuleCatalog catalog) {
        boolean tooStrict = line.wanted().equals("pass");
        String key = tooStrict ? "allow" : line.wanted().equals("stop") ? "deny" : line.wanted();
        List<String> hooks = bundle.hooks().stream()
                .filter(hook -> !tooStrict || (judgement.decidedBy().equals(hook.module()) && hasAllowList(hook)))
                .map(HookSpec::module)
                .filter(module -> catalog.hook(module).configKeys().containsKey(key))
                .toList();
        boolean isDenied = tooStrict && judgement.verdict() == PolicyVerdict.DENY;
        String setting = hooks.isEmpty() || isDenied
                ? ""
                : key + ": [\"" + line.command().replace("\\", "\\\\").replace("\"", "\\\"") + "\"] in the settings of "
                        + hooks.getFirst() + "      or      ";
        long beside = matrix.lines().stream()
                .filter(it -> it.at().line() == line.at().line())
                .count();
        return setting
                + explain(line.operation(), line.at())
                + (beside > 1 ? ":" + line.at().column() : "");
    }

    /** Without one, what is not forbidden is allowed, and adding to it would forbid the rest. */
    private static boolean hasAllowList(HookSpec hook) {
        return hook.settings().get("allow") instanceof List<?> allowed && !allowed.isEmpty();
    }

    static String explain(Scenario.Operation operation, Mark at) {
        return "carabiner explain " + operation.event() + " --case " + at.file() + ":" + at.line();
    }
}
