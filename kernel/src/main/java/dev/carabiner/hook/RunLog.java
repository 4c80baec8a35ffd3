package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the handlers of one emit did, as far as it is worth keeping: a handler that simply went on leaves no trace,
 * unless the emit is observed. Then each one's time and output are taken too.
 */
final class RunLog {

    private final int hooks;
    private @Nullable Object @Nullable [] answers; // each a HookResult or a HookFailure
    private String @Nullable [] outputs;
    private long @Nullable [] nanos;
    private boolean capturing;
    private long lastTick; // one handler's end is the next one's beginning: one clock read each

    RunLog(int hooks) {
        this.hooks = hooks;
    }

    static RunLog observing(int hooks, boolean capturing) {
        RunLog log = new RunLog(hooks);
        log.capturing = capturing;
        log.nanos = new long[hooks];
        log.lastTick = System.nanoTime();
        return log;
    }

    @Nullable
    HookResult call(int at, RegisteredHook hook, String event, EventData data) {
        try {
            if (!capturing) {
                return hook.call(event, data, null);
            }
            return hook.isTimed() ? callTimed(at, hook, event, data) : callHere(at, hook, event, data);
        } finally {
            tick(at);
        }
    }

    private void tick(int at) {
        if (nanos != null) {
            long now = System.nanoTime();
            nanos[at] = now - lastTick;
            lastTick = now;
        }
    }

    /** The next handler begins now. */
    void tickAgain() {
        lastTick = System.nanoTime();
    }

    private @Nullable HookResult callHere(int at, RegisteredHook hook, String event, EventData data) {
        StandardStreams.Slot slot = StandardStreams.slot();
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
    }

    @Nullable
    Object answer(int at) {
        return answers == null ? null : answers[at];
    }

    boolean hasAnswers() {
        return answers != null;
    }

    boolean hasOutput() {
        return outputs != null;
    }

    String output(int at) {
        return outputs == null ? "" : outputs[at];
    }

    long nanos(int at) {
        return nanos == null ? 0 : nanos[at];
    }
}
