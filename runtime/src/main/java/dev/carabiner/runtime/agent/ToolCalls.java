package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.event.DecisionToolResolution;
import dev.carabiner.event.ErrorTool;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Answers the tool calls of one turn. Each is resolved and checked here and goes then through the session's guarded call.
 * Neighbours that do not disturb each other run at the same time; permits are asked for and results given in the order of
 * the calls.
 */
final class ToolCalls {

    /** In a result's details: the reason, if a hook denied what the tool was about to do. */
    static final String DENIED = "denied";

    /** How many calls of one answer are run: an answer of a few megabytes can hold a hundred thousand. */
    static final int MOST = 128;

    private static final String TOO_MANY =
            "Not run: one answer may make at most " + MOST + " calls; make the others in later answers";

    private final SessionCoordinator session;
    private final ToolBox tools;
    private final PolicyViolations violations;
    private int run;
    private String lastDenial = "";

    ToolCalls(SessionCoordinator session, ToolBox tools, PolicyViolations violations) {
        this.session = session;
        this.tools = tools;
        this.violations = violations;
    }

    /** How many have been carried out. */
    int run() {
        return run;
    }

    /** The reason of the last refusal, also if later calls were made; empty if no call was refused. */
    String lastDenial() {
        return lastDenial;
    }

    /**
     * Every call gets its answer, whatever happens: no model takes a conversation with an open call.
     *
     * @param faulty why the arguments of a call could not be read, by the call's position; it is not run
     */
    void runAll(List<ToolCall> asked, Map<Integer, String> faulty) throws InterruptedException {
        List<ToolCall> calls = asked.subList(0, Math.min(asked.size(), MOST));
        try {
            runInGroups(calls, faulty);
        } finally {
            refuse(asked.subList(calls.size(), asked.size()));
        }
    }

    /** One event for all of them: there may be many. */
    private void refuse(List<ToolCall> calls) {
        if (!calls.isEmpty()) {
            ToolCall first = calls.getFirst();
            tellError(first, EventData.empty(), "TooManyCalls", calls.size() + " calls were not run");
        }
        calls.forEach(call -> answer(call, new Answer(TOO_MANY, true)));
    }

    private void runInGroups(List<ToolCall> calls, Map<Integer, String> faulty) throws InterruptedException {
        int answered = 0;
        boolean interrupted = false;
        try {
            while (answered < calls.size() && !interrupted) {
                List<Answer> answers = new Group(calls, answered, endOfGroup(calls, answered), faulty).answers();
                interrupted = Thread.interrupted();
                for (Answer each : answers) {
                    answer(calls.get(answered++), each);
                }
            }
        } finally {
            interrupted |= Thread.interrupted();
            for (ToolCall open : calls.subList(answered, calls.size())) {
                answer(open, Answer.NOT_BEGUN);
            }
        }
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    private int endOfGroup(List<ToolCall> calls, int from) {
        int end = from + 1;
        while (isParallel(calls.get(from)) && end < calls.size() && isParallel(calls.get(end))) {
            end++;
        }
        return end;
    }

    private boolean isParallel(ToolCall call) {
        Tool tool = tools.tool(call.name());
        return tool != null && tool.parallel();
    }

    private void answer(ToolCall call, Answer answer) {
        Message result = Message.toolResult(call.id(), answer.text());
        session.context().add(answer.isError() ? result.withMetadata(EventData.of("is_error", true)) : result);
    }

    private HookOutcome tellError(ToolCall call, EventData input, String type, String message) {
        return session.emit(
                Events.ERROR_TOOL,
                new ErrorTool(
                        null, call.id(), call.name(), input, EventData.of("type", type, "message", message), null));
    }

    /** Of what a hook may have put anything in the place of. */
    private static @Nullable Object field(@Nullable Object left, String key) {
        return left instanceof Map<?, ?> fields ? fields.get(key) : null;
    }

    /** What the model is told. */
    private record Answer(String text, boolean isError) {

        static final Answer NOT_BEGUN = new Answer(ToolAnswer.NOT_BEGUN, true);
    }

    /** Neighbours that run at the same time; mostly a single call. */
    private final class Group {

        private final List<ToolCall> calls;
        private final int first;
        private final Map<Integer, String> faulty;
        private final List<@Nullable Answer> refusals = new ArrayList<>(); // in order; null for a call that goes on

        Group(List<ToolCall> all, int from, int to, Map<Integer, String> faulty) {
            this.calls = all.subList(from, to);
            this.first = from;
            this.faulty = faulty;
        }

        List<Answer> answers() {
            List<ToolAnswer> guarded = tools.callAll(calls, new ToolRun(session), this::goesOn);
            Iterator<ToolAnswer> given = guarded.iterator();
            List<Answer> answers = new ArrayList<>();
            for (Answer refusal : refusals) {
                ToolCall call = calls.get(answers.size());
                answers.add(refusal == null ? counted(call, given.next()) : refusal);
            }
            return answers;
        }

        /** Asked for each call in order, just before its permit. */
        private boolean goesOn(ToolCall call) {
            Answer refusal = refusal(call, faulty.get(first + refusals.size()));
            refusals.add(refusal);
            return refusal == null;
        }

        private @Nullable Answer refusal(ToolCall call, @Nullable String fault) {
            if (session.cancellation().requested()) {
                return Answer.NOT_BEGUN;
            }
            HookOutcome resolved = session.emit(
                    Events.DECISION_TOOL_RESOLUTION,
                    new DecisionToolResolution(null, tools.names(), call.name(), "the model asked for it", null));
            if (resolved.denied()) {
                return unresolved(call, resolved);
            }
            if (fault != null) {
                return invalid(call, "The arguments of this call are not valid JSON: " + fault);
            }
            List<String> problems = tools.check(call.name(), call.input());
            return problems.isEmpty() ? null : invalid(call, String.join("; ", problems));
        }

        private Answer unresolved(ToolCall call, HookOutcome resolved) {
            if (session.cancellation().requested() || Thread.currentThread().isInterrupted()) {
                return Answer.NOT_BEGUN;
            }
            denied(call, resolved);
            return new Answer(ToolAnswer.denial(resolved.reason()), true);
        }

        private Answer invalid(ToolCall call, String problem) {
            HookOutcome told = tellError(call, call.input(), "InvalidInput", problem);
            Object message = field(told.data().get("error"), "message");
            return new Answer(message == null ? "" : String.valueOf(message), true);
        }

        private Answer counted(ToolCall call, ToolAnswer answer) {
            HookOutcome post = answer.post();
            if (post != null) {
                run++;
                if (field(post.data().get("tool_result"), DENIED) instanceof String reason) {
                    lastDenial = reason;
                }
            } else if (answer.status() == ToolAnswer.Status.DENIED) {
                denied(call, answer.pre());
            }
            return new Answer(answer.text(), answer.isError());
        }

        private void denied(ToolCall call, HookOutcome outcome) {
            violations.tell(outcome, call.name());
            lastDenial = outcome.reason();
        }
    }
}
