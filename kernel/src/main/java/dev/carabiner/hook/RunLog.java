package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the handlers of one emit did, as far as it is worth keeping: a handler that simply went on leaves no trace. */
final class RunLog {

    private final int hooks;
    private @Nullable Object @Nullable [] answers; // a HookResult or a HookFailure
    private String @Nullable [] outputs;
    private long @Nullable [] nanos;
    private long lastTick;
    private final StandardStreams.Catch output = new StandardStreams.Catch();

    RunLog(int hooks) {
        this.hooks = hooks;
    }

    static RunLog ticking(int hooks) {
        RunLog log = new RunLog(hooks);
        log.nanos = new long[hooks];
        log.lastTick = System.nanoTime();
        return log;
    }

    /** Whether time and output are taken. */
    boolean isTicking() {
        return nanos != null;
    }

    /** Where the handlers on the emitting thread write to, one after another. */
    StandardStreams.Catch output() {
        return output;
    }

    void answered(int at, Object resultOrFailure) {
        if (answers == null) {
            answers = new Object[hooks];
        }
        answers[at] = resultOrFailure;
    }

    /** Its end is the next one's beginning: one clock read a handler. */
    void ended(int at, String output) {
        if (nanos != null) {
            long now = System.nanoTime();
            nanos[at] = now - lastTick;
            lastTick = now;
        }
        if (!output.isEmpty()) {
            if (outputs == null) {
                outputs = new String[hooks];
                Arrays.fill(outputs, "");
            }
            outputs[at] = output;
        }
    }

    @Nullable
    Object answer(int at) {
        return answers == null ? null : answers[at];
    }

    boolean hasAnswers() {
        return answers != null;
    }

    String output(int at) {
        return outputs == null ? "" : outputs[at];
    }

    long nanos(int at) {
        return nanos == null ? 0 : nanos[at];
    }
}
