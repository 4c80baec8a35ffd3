package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers of one emit did, as far as it is worth keeping: a handler that simply went on leaves no trace,
 * unless the emit is observed. Then each one's time and output are taken too.
 */
final class RunLog {

    /** A second call: whose, with which data, and what came of it. The answer is null for plain going on. */
    record Again(int at, EventData data, @Nullable Object answer, long start, long nanos, String output) {}

    private final int hooks;
    private @Nullable Object @Nullable [] answers; // each a HookResult or a HookFailure
    private @Nullable EventData @Nullable [] answeredFor; // of the handlers in levels
    private @Nullable EventData @Nullable [] modified; // the data with the handler's change, where it made one
    private String @Nullable [] outputs;
    private long @Nullable [] times; // for each handler when it began and how long it took
    private StandardStreams.@Nullable Slot outlet; // the emitting thread's, if output is taken
    private long began;
    private long lastTick; // one handler's end is the next one's beginning: one clock read each
    private List<Again> again = List.of();
    private Action strongest = Action.CONTINUE;

    RunLog(int hooks) {
        this.hooks = hooks;
    }

    /** A log that takes times, from this one on, and output too if it is given this thread's outlet. */
    static RunLog observing(int hooks, StandardStreams.@Nullable Slot outlet, long began) {
        RunLog log = new RunLog(hooks);
        log.outlet = outlet;
        log.times = new long[2 * hooks];
        log.began = began;
        log.lastTick = began;
        return log;
    }

    /** A log that goes on where this one is, on this thread and with a time of its own, and leaves this one as it is. */
    RunLog continued(StandardStreams.@Nullable Slot ownOutlet) {
        RunLog copy = new RunLog(hooks);
        copy.answers = answers;
        copy.answeredFor = answeredFor;
        copy.modified = modified;
        copy.outputs = outputs;
        copy.times = times;
        copy.outlet = ownOutlet;
        copy.began = System.nanoTime();
        copy.lastTick = copy.began;
        copy.again = again;
        copy.strongest = strongest;
        return copy;
    }

    boolean isCapturing() {
        return outlet != null;
    }

    /** Calls a handler and waits for it. Takes its time and output if the emit is observed. */
    @Nullable
    HookResult call(int at, RegisteredHook hook, String event, EventData data) {
        try {
            return outlet == null ? hook.call(event, data, null) : callCaptured(at, hook, event, data, outlet);
        } finally {
            tick(at);
        }
    }

    /** The handler ends now, and the next one begins. Without effect if the emit is not observed. */
    void tick(int at) {
        if (times != null) {
            long now = System.nanoTime();
            times[2 * at] = lastTick - began;
            times[2 * at + 1] = now - lastTick;
            lastTick = now;
        }
    }

    private @Nullable HookResult callCaptured(
            int at, RegisteredHook hook, String event, EventData data, StandardStreams.Slot slot) {
        if (hook.isTimed()) {
            return callTimed(at, hook, event, data);
        }
        StandardStreams.Catch before = slot.begin();
        try {
            return hook.call(event, data, null);
        } finally {
            keep(at, slot.end(before));
        }
    }

    /** A timed handler may write on after it was abandoned, so it has a catch of its own. */
    private @Nullable HookResult callTimed(int at, RegisteredHook hook, String event, EventData data) {
        StandardStreams.Catch output = new StandardStreams.Catch();
        try {
            return hook.call(event, data, output);
        } finally {
            keep(at, output.drain());
        }
    }

    /** The next handler begins now. */
    void tickAgain() {
        if (times != null) {
            lastTick = System.nanoTime();
        }
    }

    /** Takes time and output of a call that was made beside others. */
    void taken(int at, HandlerCall call) {
        if (times != null) {
            times[2 * at] = call.began() - began;
            times[2 * at + 1] = call.elapsed();
            keep(at, call.output());
        }
    }

    private void keep(int at, String output) {
        if (output.isEmpty()) {
            return;
        }
        if (outputs == null) {
            outputs = new String[hooks];
            Arrays.fill(outputs, "");
        }
        outputs[at] = output;
    }

    void answered(int at, Object resultOrFailure) {
        if (answers == null) {
            answers = new Object[hooks];
        }
        answers[at] = resultOrFailure;
        strongest = stronger(strongest, standing(at));
    }

    private static Action stronger(Action strongest, @Nullable HookResult said) {
        return switch (said) {
            case HookResult.AskUser question -> Action.ASK_USER;
            case HookResult.InjectContext injection when strongest == Action.CONTINUE -> Action.INJECT_CONTEXT;
            case null, default -> strongest;
        };
    }

    /** Of what holds: a question, else an injection, else nothing. A denial is not counted. */
    Action strongest() {
        return strongest;
    }

    /** Notes what a handler in a level was given or made; for the others that follows from the modifications. */
    void answeredFor(int at, EventData data) {
        if (answeredFor == null) {
            answeredFor = new EventData[hooks];
        }
        answeredFor[at] = data;
    }

    /** Notes the data as they are with a handler's change. */
    void modified(int at, EventData data) {
        if (modified == null) {
            modified = new EventData[hooks];
        }
        modified[at] = data;
    }

    boolean hasModifications() {
        return modified != null;
    }

    /** A log for one call beside these: the second call of a handler. */
    RunLog forOneCall() {
        return times == null ? new RunLog(1) : observing(1, outlet, System.nanoTime());
    }

    /** Adds a second call of a handler; its time and output are in the log for one call. */
    void answeredAgain(int at, EventData data, @Nullable Object answer, RunLog call) {
        List<Again> more = new ArrayList<>(again);
        more.add(new Again(at, data, answer, call.began - began, call.nanos(0), call.output(0)));
        again = List.copyOf(more);
        strongest = Action.CONTINUE;
        for (int i = 0; i < hooks; i++) {
            strongest = stronger(strongest, standing(i));
        }
    }

    /** All second calls, in their order. */
    List<Again> again() {
        return again;
    }

    private @Nullable Again lastAgain(int at) {
        Again last = null;
        for (Again second : again) {
            last = second.at == at ? second : last;
        }
        return last;
    }

    /** What a handler answered at first: a result, a failure, or null for plain going on. */
    @Nullable
    Object answer(int at) {
        return answers == null ? null : answers[at];
    }

    /** What holds of a handler's answers: that of its last call, a failure replaced by what follows from it. */
    @Nullable
    HookResult standing(int at) {
        Object answer = lastAnswer(at);
        return answer instanceof HookFailure failure ? failure.consequence() : (HookResult) answer;
    }

    /** Whether the handler's last call failed. */
    boolean hasFailed(int at) {
        return lastAnswer(at) instanceof HookFailure;
    }

    private @Nullable Object lastAnswer(int at) {
        Again last = again.isEmpty() ? null : lastAgain(at);
        return last == null ? answer(at) : last.answer;
    }

    /** The data that a handler's last answer was about. */
    EventData subject(int at, EventData incoming) {
        Again last = lastAgain(at);
        if (last != null) {
            return last.data;
        }
        EventData subject = answeredFor == null ? null : answeredFor[at];
        for (int i = at; i >= 0 && subject == null; i--) {
            subject = modification(i);
        }
        return subject == null ? incoming : subject;
    }

    @Nullable
    EventData modification(int at) {
        return modified == null ? null : modified[at];
    }

    boolean hasAnswers() {
        return answers != null || !again.isEmpty();
    }

    boolean hasOutput() {
        return outputs != null || (!again.isEmpty() && again.stream().anyMatch(second -> !second.output.isEmpty()));
    }

    String output(int at) {
        return outputs == null ? "" : outputs[at];
    }

    long start(int at) {
        return times == null ? 0 : times[2 * at];
    }

    long nanos(int at) {
        return times == null ? 0 : times[2 * at + 1];
    }
}
