package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The way of one event through its handlers. For each level of the chain, which is mostly a single handler: the answers
 * of its handlers, then what each does to the rest. At the end, the guards that have not seen the final data.
 */
final class Dispatch {

    private final Chain chain;
    private final Emission how;
    private final boolean isAnnouncement;
    private final EventData incoming;
    private final RunLog log;

    private EventData data;
    private boolean @Nullable [] leftOut; // whom the present data leave out
    private boolean @Nullable [] skipped; // who was left out so far
    private @Nullable HookOutcome end; // set once no further handler is to run

    private Dispatch(Chain chain, EventData incoming, Emission how, RunLog log) {
        this.chain = chain;
        this.how = how;
        this.isAnnouncement = how.isAnnouncement() || chain.isAnnouncement;
        this.incoming = incoming;
        this.data = incoming;
        this.log = log;
        this.leftOut = chain.leftOut(incoming);
    }

    /**
     * Runs an event. An emit in which every handler simply goes on does not get past the loop here, which keeps no record
     * and allocates nothing.
     */
    static HookOutcome run(Chain chain, EventData data, Emission how, @Nullable HookOutcome lastQuiet) {
        RegisteredHook[] hooks = chain.hooks;
        String[] names = chain.namesGiven;
        if (how.isObserved() || chain.hasLevels()) {
            return new Dispatch(chain, data, how, log(chain, how)).from(0);
        }
        boolean[] leftOut = chain.leftOut(data);
        for (int i = 0; i < hooks.length; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return recording(chain, data, how).interruptedBefore(i);
            }
            if (leftOut != null && leftOut[i]) {
                continue;
            }
            HookResult result;
            try {
                result = hooks[i].call(names[i], data, null);
            } catch (HookFailure failure) {
                return recording(chain, data, how).after(i, failure);
            }
            if (result != null && !isPlain(result)) {
                return recording(chain, data, how).after(i, result);
            }
        }
        if (Thread.currentThread().isInterrupted()) {
            return recording(chain, data, how).interruptedBefore(hooks.length);
        }
        return HookOutcome.quiet(chain, data, leftOut, lastQuiet);
    }

    private static RunLog log(Chain chain, Emission how) {
        return how.isObserved() ? RunLog.observing(chain.hooks.length, outlet(how)) : new RunLog(chain.hooks.length);
    }

    private static StandardStreams.@Nullable Slot outlet(Emission how) {
        return how.isCaptured() ? StandardStreams.slot() : null;
    }

    private static Dispatch recording(Chain chain, EventData data, Emission how) {
        return new Dispatch(chain, data, how, new RunLog(chain.hooks.length));
    }

    /** Calls the guards of an emit, and those who asked in it, once more if these data differ from what they know. */
    static HookOutcome judgeAgain(HookOutcome outcome, EventData changed, Emission how) {
        RunLog log = outcome.log().continued(outlet(how));
        Dispatch dispatch = new Dispatch(outcome.chain(), outcome.incoming(), how, log);
        dispatch.skipped = outcome.leftOut();
        dispatch.becomes(changed);
        return dispatch.judgeAgain();
    }

    @SuppressWarnings("ReferenceEquality") // the plain "continue" is one object, and this is the hottest line there is
    private static boolean isPlain(HookResult result) {
        return result == HookResult.proceed();
    }

    /** Goes on after the first handler that had something to say. */
    private HookOutcome after(int at, Object answer) {
        skipThoseLeftOut(0, at);
        return merge(at, answer, null) ? from(at + 1) : ended();
    }

    private HookOutcome interruptedBefore(int at) {
        skipThoseLeftOut(0, at);
        return interrupted(at);
    }

    private HookOutcome from(int first) {
        int at = first;
        while (at < chain.hooks.length) {
            if (Thread.currentThread().isInterrupted()) {
                return interrupted(at);
            }
            int next = chain.endOfLevel(at);
            if (!runLevel(at, next)) {
                return ended();
            }
            at = next;
        }
        boolean mayNeedGuards = log.hasModifications() && (chain.hasGuards || log.strongest() == Action.ASK_USER);
        return mayNeedGuards && !isAnnouncement ? judgeAgain() : settled();
    }

    private HookOutcome ended() {
        return end == null ? settled() : end;
    }

    private HookOutcome settled() {
        int all = chain.hooks.length;
        return Thread.currentThread().isInterrupted()
                ? interrupted(all)
                : HookOutcome.of(chain, all, skipped, incoming, data, log);
    }

    private HookOutcome interrupted(int ran) {
        return HookOutcome.of(chain, ran, skipped, incoming, data, log)
                .denied(HookResult.deny("Interrupted"), HookOutcome.BY_KERNEL);
    }

    private boolean runLevel(int start, int end) {
        int called = end - start - skipThoseLeftOut(start, end);
        if (called > 1) {
            return runBeside(IntStream.range(start, end).filter(this::isCalled).toArray());
        }
        int one = start;
        while (called == 1 && !isCalled(one)) {
            one++;
        }
        return called == 0 || runAlone(one);
    }

    private boolean isCalled(int at) {
        return skipped == null || !skipped[at];
    }

    private int skipThoseLeftOut(int start, int end) {
        int count = 0;
        for (int i = start; leftOut != null && i < end; i++) {
            if (leftOut[i]) {
                skipped = skipped == null ? new boolean[chain.hooks.length] : skipped;
                skipped[i] = true;
                count++;
            }
        }
        return count;
    }

    private boolean runAlone(int at) {
        Object answer;
        try {
            HookResult result = log.call(at, chain.hooks[at], chain.namesGiven[at], data);
            answer = result == null || isPlain(result) ? null : result;
        } catch (HookFailure failure) {
            answer = failure;
        }
        return answer == null || merge(at, answer, null);
    }

    /** Calls them all with the present data; takes their answers in order. */
    private boolean runBeside(int[] places) {
        EventData before = data;
        LevelMerge merge = new LevelMerge(before);
        Scope.HandOver scope = Scope.current().handOver();
        ConcurrentLevel.Calls calls = (place, whenDone) -> chain.hooks[places[place]].callBeside(
                chain.namesGiven[places[place]],
                before,
                scope,
                log.isCapturing() ? new StandardStreams.Catch() : null,
                whenDone);
        try (ConcurrentLevel level = ConcurrentLevel.start(places.length, !isAnnouncement, calls)) {
            for (int place = 0; place < places.length; place++) {
                int at = places[place];
                Object answer = answer(level, place, chain.hooks[at]);
                log.taken(at, level.call(place));
                log.answeredFor(at, before);
                if (answer != null && !merge(at, answer, merge)) {
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

    /** Does what one handler's answer says, and returns whether the event goes on. */
    private boolean merge(int at, Object answer, @Nullable LevelMerge level) {
        Object kept;
        try {
            if (answer instanceof HookFailure failure) {
                throw failure;
            }
            HookResult result = (HookResult) answer;
            requireHarmlessIfAnnounced(at, result);
            if (result instanceof HookResult.Modify modify) {
                modify(at, modify, level);
            }
            kept = result;
        } catch (HookFailure failure) {
            kept = taken(failure);
        }
        log.answered(at, kept);
        return goesOn(at, at + 1);
    }

    private void modify(int at, HookResult.Modify modify, @Nullable LevelMerge level) {
        RegisteredHook hook = chain.hooks[at];
        try {
            EventData version = modify.data().overlaidWith(how.pinned());
            EventData merged = version;
            if (level != null) {
                merged = level.with(data, version, hook);
                log.answeredFor(at, version);
            }
            log.modified(at, merged);
            becomes(merged);
        } catch (InvalidEventDataException e) {
            throw hook.failure(new InvalidResultException("the modified data " + e.getMessage()));
        }
    }

    private void becomes(EventData changed) {
        data = changed;
        leftOut = chain.leftOut(changed);
    }

    private void requireHarmlessIfAnnounced(int at, HookResult result) {
        if (isAnnouncement && (result instanceof HookResult.Deny || result instanceof HookResult.AskUser)) {
            throw chain.hooks[at].failure(new InvalidResultException(
                    "a handler of " + chain.namesGiven[at] + " can watch, but neither deny nor ask"));
        }
    }

    private HookFailure taken(HookFailure failure) {
        boolean moot = isAnnouncement || failure.kind() == HookFailure.Kind.INTERRUPTED;
        HookFailure kept = moot ? failure.takenBy(FailurePolicy.CONTINUE) : failure;
        HookWarnings.failed(chain.event, kept);
        log.tickAgain(); // the report is not the next handler's time
        return kept;
    }

    private boolean goesOn(int at, int ran) {
        HookResult said = log.standing(at);
        if (Thread.currentThread().isInterrupted()) {
            end = interrupted(ran);
        } else if (said instanceof HookResult.Deny deny) {
            end = HookOutcome.of(chain, ran, skipped, incoming, data, log).denied(deny, at);
        } else if (said instanceof HookResult.AskUser question) {
            HookWarnings.asked(chain.event, chain.hooks[at], question);
        }
        return end == null;
    }

    /** One after another, each guard whose last answer was about other data. A second answer replaces the first. */
    private HookOutcome judgeAgain() {
        for (int i = 0; i < chain.hooks.length && end == null; i++) {
            if (mustSee(i)) {
                end = Thread.currentThread().isInterrupted() ? interrupted(chain.hooks.length) : null;
                if (end == null) {
                    callAgain(i);
                }
            }
        }
        return ended();
    }

    private boolean mustSee(int at) {
        boolean isGuard = chain.hooks[at].isGuard() || log.standing(at) instanceof HookResult.AskUser;
        return isGuard
                && isCalled(at)
                && (leftOut == null || !leftOut[at])
                && !data.sameJsonAs(log.subject(at, incoming));
    }

    private void callAgain(int at) {
        RegisteredHook hook = chain.hooks[at];
        RunLog call = log.forOneCall();
        Object answer;
        try {
            HookResult result = call.call(0, hook, chain.namesGiven[at], data);
            if (result instanceof HookResult.Modify modify && changesSomething(modify)) {
                throw hook.failure(new InvalidResultException("it was called with the final data and modified them"));
            }
            answer = result == null || isPlain(result) ? null : result;
        } catch (HookFailure failure) {
            answer = taken(failure.takenBy(hook.onFailureAgain()));
        }
        log.answeredAgain(at, data, answer, call);
        goesOn(at, chain.hooks.length);
    }

    private boolean changesSomething(HookResult.Modify modify) {
        try {
            return !modify.data().overlaidWith(how.pinned()).sameJsonAs(data);
        } catch (InvalidEventDataException e) {
            return true;
        }
    }
}
