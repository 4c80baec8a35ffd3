package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** The way of one event through its handlers. */
final class Dispatch {

    private static final Logger LOG = System.getLogger(HookRegistry.class.getName());

    private Dispatch() {}

    /** In order: each handler, what its answer does to the rest, and at the end the strongest answer. */
    static HookOutcome run(Chain chain, EventData data, Emission how, @Nullable HookOutcome lastQuiet) {
        RegisteredHook[] hooks = chain.hooks;
        boolean announcement = how.isAnnouncement() || chain.isAnnouncement;
        RunLog observing = how.isObserved() ? RunLog.observing(hooks.length, how.isCaptured()) : null;
        RunLog log = observing;
        Action strongest = Action.CONTINUE;
        for (int i = 0; i < hooks.length; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return HookOutcome.interrupted(chain, i, data, log);
            }
            RegisteredHook hook = hooks[i];
            String event = chain.namesGiven[i];
            HookResult result;
            Object answer;
            try {
                result = observing == null ? hook.call(event, data, null) : observing.call(i, hook, event, data);
                if (result == null || isPlain(result)) {
                    continue;
                }
                data = modified(data, result, how.pinned(), hook);
                answer = result;
                if (announcement) {
                    requireHarmless(result, hook, event);
                }
            } catch (HookFailure failure) {
                boolean moot = announcement || failure.kind() == HookFailure.Kind.INTERRUPTED;
                HookFailure kept = moot ? failure.withoutConsequence() : failure;
                report(chain.event, kept);
                if (observing != null) {
                    observing.tickAgain(); // the report is not the next handler's time
                }
                result = kept.consequence();
                answer = kept;
            }
            log = log == null ? new RunLog(hooks.length) : log;
            log.answered(i, answer);
            if (Thread.currentThread().isInterrupted()) {
                return HookOutcome.interrupted(chain, i + 1, data, log);
            }
            if (result instanceof HookResult.Deny deny) {
                return HookOutcome.denied(chain, i + 1, data, log, deny);
            }
            strongest = stronger(strongest, result);
        }
        if (Thread.currentThread().isInterrupted()) {
            return HookOutcome.interrupted(chain, hooks.length, data, log);
        }
        return log == null
                ? HookOutcome.quiet(chain, data, lastQuiet)
                : HookOutcome.of(chain, hooks.length, data, log, strongest);
    }

    private static EventData modified(EventData data, HookResult result, EventData pinned, RegisteredHook hook) {
        if (!(result instanceof HookResult.Modify modify)) {
            return data;
        }
        try {
            return modify.data().overlaidWith(pinned);
        } catch (InvalidEventDataException e) {
            throw hook.failure(new InvalidResultException("the modified data " + e.getMessage()));
        }
    }

    /** A modification is in the data and decides nothing more. */
    private static Action stronger(Action strongest, @Nullable HookResult result) {
        if (result == null
                || result instanceof HookResult.Modify
                || result.action().compareTo(strongest) <= 0) {
            return strongest;
        }
        return result.action();
    }

    @SuppressWarnings("ReferenceEquality") // the plain "continue" is one object, and this is the hottest line there is
    private static boolean isPlain(HookResult result) {
        return result == HookResult.proceed();
    }

    private static void requireHarmless(HookResult result, RegisteredHook hook, String event) {
        if (result instanceof HookResult.Deny || result instanceof HookResult.AskUser) {
            throw hook.failure(
                    new InvalidResultException("a handler of " + event + " can watch, but neither deny nor ask"));
        }
    }

    static void report(String event, HookFailure failure) {
        LOG.log(
                Logger.Level.WARNING,
                () -> "Hook " + failure.hook() + " failed on " + event + " (" + failure.kind() + ", policy "
                        + failure.policy() + "): " + failure.getMessage());
        LOG.log(Logger.Level.DEBUG, "Where it failed", failure);
    }
}
