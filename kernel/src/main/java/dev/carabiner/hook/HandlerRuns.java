package dev.carabiner.hook;

import java.time.Duration;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The runs of one emit, made as they are looked at: a coordinator hands them to a log that may never read them. */
final class HandlerRuns extends AbstractList<HandlerRun> {

    private final Chain chain;
    private final boolean @Nullable [] leftOut;
    private final RunLog log;
    private final int first; // how many handlers were called a first time

    HandlerRuns(Chain chain, int ran, boolean @Nullable [] leftOut, RunLog log) {
        this.chain = chain;
        this.leftOut = leftOut;
        this.log = log;
        this.first = leftOut == null ? ran : count(leftOut, ran);
    }

    private static int count(boolean[] leftOut, int ran) {
        int called = 0;
        for (int i = 0; i < ran; i++) {
            called += leftOut[i] ? 0 : 1;
        }
        return called;
    }

    @Override
    public int size() {
        return first + log.again().size();
    }

    @Override
    public HandlerRun get(int index) {
        Objects.checkIndex(index, size());
        if (index >= first) {
            RunLog.Again late = log.again().get(index - first);
            boolean again = leftOut == null
                    || !leftOut[late.at()]
                    || isOneOf(log.again().subList(0, index - first), late);
            return run(late.at(), late.answer(), late.start(), late.nanos(), late.output(), again);
        }
        int at = place(index);
        return run(at, log.answer(at), log.start(at), log.nanos(at), log.output(at), false);
    }

    private static boolean isOneOf(List<RunLog.Again> before, RunLog.Again late) {
        return before.stream().anyMatch(call -> call.at() == late.at());
    }

    private int place(int index) {
        if (leftOut == null) {
            return index;
        }
        int at = 0;
        for (int left = index; left > 0 || leftOut[at]; at++) {
            left -= leftOut[at] ? 0 : 1;
        }
        return at;
    }

    private HandlerRun run(int at, @Nullable Object answer, long start, long nanos, String output, boolean again) {
        RegisteredHook hook = chain.hooks[at];
        HookFailure failure = answer instanceof HookFailure failed ? failed : null;
        HookResult result = answer instanceof HookResult given ? given : HookResult.proceed();
        return new HandlerRun(
                hook.name(),
                hook.priority(),
                Duration.ofNanos(start),
                Duration.ofNanos(nanos),
                failure == null ? result : null,
                failure,
                output,
                again);
    }
}
