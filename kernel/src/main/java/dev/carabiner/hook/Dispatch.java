package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The way of one event through its handlers. For each level of the chain, which is mostly a single handler: the answers
 * of its handlers, then what each does to the rest ({@link EmitState#merge}). At the end, the guards that have not seen
 * the final data.
 */
final class Dispatch {

    private Dispatch() {}

    /**
     * Runs an event. An emit in which every handler simply goes on does not get past the loop here, which allocates
     * nothing but, if the emit is observed, the times.
     */
    static HookOutcome run(Chain chain, EventData data, Emission how, long began, @Nullable HookOutcome lastQuiet) {
        RunLog times = how.isObserved() ? RunLog.observing(chain.hooks.length, outlet(how), began) : null;
        if (chain.hasLevels() || how.isCaptured()) {
            return from(0, new EmitState(chain, data, how, times == null ? new RunLog(chain.hooks.length) : times));
        }
        HookHandler[] calls = chain.calls;
        String[] names = chain.namesGiven;
        boolean[] leftOut = chain.leftOut(data);
        for (int i = 0; i < calls.length; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return upTo(i, times, chain, data, how).interrupted(i);
            }
            if (leftOut != null && leftOut[i]) {
                continue;
            }
            Object answer;
            try {
                answer = calls[i].handle(names[i], data);
            } catch (Throwable e) {
                answer = chain.hooks[i].failed(e);
            }
            if (times != null) {
                times.tick(i);
            }
            if (answer != null && !isPlain(answer)) {
                return after(i, answer, upTo(i, times, chain, data, how));
            }
        }
        if (Thread.currentThread().isInterrupted()) {
            return upTo(calls.length, times, chain, data, how).interrupted(calls.length);
        }
        return times == null
                ? HookOutcome.quiet(chain, data, leftOut, lastQuiet)
                : HookOutcome.of(chain, calls.length, leftOut, data, data, times);
    }

    private static StandardStreams.@Nullable Slot outlet(Emission how) {
        return how.isCaptured() ? StandardStreams.slot() : null;
    }

    @SuppressWarnings("ReferenceEquality") // the plain "continue" is one object, and this is the hottest line there is
    private static boolean isPlain(Object answer) {
        return answer == HookResult.proceed();
    }

    /** An emit whose first handlers simply went on. */
    private static EmitState upTo(int at, @Nullable RunLog times, Chain chain, EventData data, Emission how) {
        EmitState emit = new EmitState(chain, data, how, times == null ? new RunLog(chain.hooks.length) : times);
        emit.leaveOut(0, at);
        return emit;
    }

    /** Goes on after the first handler that had something to say. */
    private static HookOutcome after(int at, Object answer, EmitState emit) {
        return emit.merge(at, answer, null) ? from(at + 1, emit) : emit.outcome();
    }

    /** Level by level, until the last one or an answer that ends the emit. */
    private static HookOutcome from(int first, EmitState emit) {
        Chain chain = emit.chain;
        int at = first;
        while (at < chain.hooks.length) {
            if (Thread.currentThread().isInterrupted()) {
                return emit.interrupted(at);
            }
            int next = chain.endOfLevel(at);
            if (!runLevel(at, next, emit)) {
                return emit.outcome();
            }
            at = next;
        }
        return emit.mayNeedGuards() ? askGuardsAgain(emit) : emit.outcome();
    }

    private static boolean runLevel(int start, int end, EmitState emit) {
        int called = end - start - emit.leaveOut(start, end);
        if (called > 1) {
            return runBeside(IntStream.range(start, end).filter(emit::isCalled).toArray(), emit);
        }
        int one = start;
        while (called == 1 && !emit.isCalled(one)) {
            one++;
        }
        return called == 0 || runAlone(one, emit);
    }

    private static boolean runAlone(int at, EmitState emit) {
        Object answer = answer(at, at, emit.log, emit);
        return answer == null || emit.merge(at, answer, null);
    }

    /** A result or a failure; null for plain going on. */
    private static @Nullable Object answer(int at, int place, RunLog log, EmitState emit) {
        try {
            HookResult result = log.call(place, emit.chain.hooks[at], emit.chain.namesGiven[at], emit.data());
            return result == null || isPlain(result) ? null : result;
        } catch (HookFailure failure) {
            return failure;
        }
    }

    /** Calls them all with the present data; takes their answers in running order. */
    private static boolean runBeside(int[] places, EmitState emit) {
        Chain chain = emit.chain;
        RunLog log = emit.log;
        EventData before = emit.data();
        Scope.HandOver scope = Scope.current().handOver();
        ConcurrentLevel.Calls calls = (place, whenDone) -> chain.hooks[places[place]].callBeside(
                chain.namesGiven[places[place]],
                before,
                scope,
                log.isCapturing() ? new StandardStreams.Catch() : null,
                whenDone);
        LevelMerge merge = new LevelMerge(before);
        try (ConcurrentLevel level = ConcurrentLevel.start(places.length, !emit.isAnnouncement, calls)) {
            for (int place = 0; place < places.length; place++) {
                int at = places[place];
                Object answer = answer(level, place, chain.hooks[at]);
                log.taken(at, level.call(place));
                log.answeredFor(at, before);
                if (answer != null && !emit.merge(at, answer, merge)) {
                    return false;
                }
            }
        }
        log.tickAgain();
        return true;
    }

    private static @Nullable Object answer(ConcurrentLevel level, int place, RegisteredHook hook) {
        try {
            HookResult result = level.answer(place);
            return result == null || isPlain(result) ? null : result;
        } catch (Throwable e) {
            return hook.failed(e);
        }
    }

    /** Has an emit that is over judged again because a human changed its data. */
    static Rejudgement judgeAgain(HookOutcome outcome, EventData changed, Emission how) {
        EmitState emit = new EmitState(outcome, changed, how, outcome.log().continued(outlet(how)));
        HookOutcome judged = askGuardsAgain(emit);
        List<HandlerRun> runs = judged.runs();
        int before = outcome.runs().size();
        return new Rejudgement(judged, runs.subList(before, runs.size()), emit.notCalledAgain());
    }

    /** One after another, in running order; a second answer replaces the first. */
    private static HookOutcome askGuardsAgain(EmitState emit) {
        for (int at = 0; at < emit.chain.hooks.length; at++) {
            if (!emit.mustSeeAgain(at)) {
                continue;
            }
            if (Thread.currentThread().isInterrupted()) {
                break;
            }
            RunLog call = emit.log.forOneCall();
            Object answer = answer(at, 0, call, emit);
            if (!emit.mergeAgain(at, answer, call)) {
                break;
            }
        }
        return emit.outcome();
    }
}
