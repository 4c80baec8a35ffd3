package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One emit under way: the data as they are now, what has been said, and what each further answer does to that. */
final class EmitState {

    final Chain chain;
    final RunLog log;
    final boolean isAnnouncement;

    private final Emission how;
    private final EventData incoming;

    private EventData data;
    private boolean @Nullable [] leftOut; // whom the present data leave out
    private boolean @Nullable [] skipped; // who was left out so far
    private final int earlier; // second calls that were made before the data were changed from outside
    private final boolean isChanged; // by a human, after the emit
    private @Nullable HookOutcome end; // set once no further handler is to run

    /** Before the first handler. */
    EmitState(Chain chain, EventData incoming, Emission how, RunLog log) {
        this(chain, incoming, how, log, false);
    }

    private EmitState(Chain chain, EventData incoming, Emission how, RunLog log, boolean isChanged) {
        this.chain = chain;
        this.log = log;
        this.isAnnouncement = how.isAnnouncement() || chain.isAnnouncement;
        this.how = how;
        this.incoming = incoming;
        this.data = incoming;
        this.leftOut = chain.leftOut(incoming);
        this.earlier = log.again().size();
        this.isChanged = isChanged;
    }

    /** After an emit, whose outcome is left as it is, with data that a human has changed. */
    EmitState(HookOutcome outcome, EventData changed, Emission how, RunLog log) {
        this(outcome.chain(), outcome.incoming(), how, log, true);
        skipped = outcome.leftOut();
        becomes(changed);
    }

    /** What the next handler is given. */
    EventData data() {
        return data;
    }

    /** The outcome, once the last answer has ended the emit or all handlers have answered. */
    HookOutcome outcome() {
        if (end != null) {
            return end;
        }
        int all = chain.hooks.length;
        return Thread.currentThread().isInterrupted() ? interrupted(all) : outcomeAfter(all);
    }

    HookOutcome interrupted(int ran) {
        return outcomeAfter(ran).denied(HookResult.deny("Interrupted"), HookOutcome.BY_KERNEL);
    }

    private HookOutcome outcomeAfter(int ran) {
        return HookOutcome.of(chain, ran, skipped, incoming, data, log);
    }

    /** Settles for some places who is left out by the present data; returns how many are. */
    int leaveOut(int start, int until) {
        int count = 0;
        for (int i = start; leftOut != null && i < until; i++) {
            if (leftOut[i]) {
                skipped = skipped == null ? new boolean[chain.hooks.length] : skipped;
                skipped[i] = true;
                count++;
            }
        }
        return count;
    }

    /** Whether the handler was not left out when it was its turn. */
    boolean isCalled(int at) {
        return skipped == null || !skipped[at];
    }

    /**
     * Does what one handler's answer says.
     *
     * @param answer a result or a failure
     * @param level what the handler's neighbours changed; null if it ran alone
     * @return whether the emit goes on
     */
    boolean merge(int at, Object answer, @Nullable LevelMerge level) {
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
            EventData version = how.pin(modify.data(), incoming);
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
            end = outcomeAfter(ran).denied(deny, at);
        } else if (said instanceof HookResult.AskUser question) {
            HookWarnings.asked(chain.event, chain.hooks[at], question);
        }
        return end == null;
    }

    /** Whether there may be a guard that has not seen the present data. */
    boolean mayNeedGuards() {
        boolean hasGuards = chain.hasGuards || log.strongest() == Action.ASK_USER;
        return hasGuards && log.hasModifications() && !isAnnouncement;
    }

    /**
     * Whether the handler is a guard, or one that asked, and has not answered for the present data: its last answer was
     * about other data, or it was left out of those and is not left out of these. What a human has changed must be seen
     * by every handler.
     */
    boolean mustSeeAgain(int at) {
        return (isChanged || isJudge(at))
                && (leftOut == null || !leftOut[at])
                && !(hasAnswered(at) && data.sameJsonAs(log.subject(at, incoming)));
    }

    private boolean isJudge(int at) {
        return chain.hooks[at].isGuard() || log.standing(at) instanceof HookResult.AskUser;
    }

    /** Who was not called with the data that a human has changed, in running order, and why. */
    List<SkippedHandler> notCalledAgain() {
        List<SkippedHandler> skipped = new ArrayList<>();
        for (int at = 0; at < chain.hooks.length; at++) {
            RegisteredHook hook = chain.hooks[at];
            if (!isCalledAgain(at)) {
                skipped.add(new SkippedHandler(hook.name(), hook.priority(), whyNotAgain(at)));
            }
        }
        return skipped;
    }

    private boolean isCalledAgain(int at) {
        return log.again().stream().skip(earlier).anyMatch(call -> call.at() == at);
    }

    private String whyNotAgain(int at) {
        if (leftOut != null && leftOut[at]) {
            return SkippedHandler.onlyFor(chain.hooks[at].options());
        }
        if (!mustSeeAgain(at)) {
            return SkippedHandler.ANSWERED;
        }
        return outcome().decidedBy().isEmpty() ? SkippedHandler.AFTER_INTERRUPTION : SkippedHandler.AFTER_DENY;
    }

    private boolean hasAnswered(int at) {
        return isCalled(at) || log.again().stream().anyMatch(call -> call.at() == at);
    }

    /**
     * Puts a second answer in place of the first.
     *
     * @param answer a result, a failure, or null for plain going on
     * @param call the log of this call alone
     * @return whether the emit goes on
     */
    boolean mergeAgain(int at, @Nullable Object answer, RunLog call) {
        RegisteredHook hook = chain.hooks[at];
        Object kept = answer;
        if (answer instanceof HookResult.Modify modify && changesSomething(modify)) {
            kept = hook.failure(new InvalidResultException("it was called with the final data and modified them"));
        }
        if (kept instanceof HookFailure failure) {
            kept = taken(isJudge(at) ? failure.takenBy(hook.onFailureAgain()) : failure);
        }
        log.answeredAgain(at, data, kept, call);
        return goesOn(at, chain.hooks.length);
    }

    private boolean changesSomething(HookResult.Modify modify) {
        try {
            return !how.pin(modify.data(), incoming).sameJsonAs(data);
        } catch (InvalidEventDataException e) {
            return true;
        }
    }
}
