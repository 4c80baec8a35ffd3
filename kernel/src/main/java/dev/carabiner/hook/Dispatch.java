package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** The way of one event through its handlers. */
final class Dispatch {

    private static final Logger LOG = System.getLogger(HookRegistry.class.getName());

    private Dispatch() {}

    static HookOutcome run(Chain chain, EventData given, Emission how) {
        EmitDepth depth = EmitDepth.enter(chain.event);
        try {
            return runAll(chain, given, how);
        } finally {
            depth.leave();
        }
    }

    /** In order: each handler, what its answer does to the rest, and at the end the strongest answer. */
    private static HookOutcome runAll(Chain chain, EventData data, Emission how) {
        RegisteredHook[] hooks = chain.hooks;
        boolean announcement = how.isAnnouncement() || chain.isAnnouncement;
        RunLog observing = how.isObserved() ? RunLog.observing(hooks.length) : null;
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
                answer = announcement ? harmless(result, hook, event) : result;
            } catch (HookFailure failure) {
                report(chain.event, failure);
                result = announcement ? null : failure.consequence();
                answer = failure;
            }
            if (answer == null || isPlain(answer)) {
                continue;
            }
            log = log == null ? new RunLog(hooks.length) : log;
            log.answered(i, answer);
            if (Thread.currentThread().isInterrupted()) {
                return HookOutcome.interrupted(chain, i + 1, data, log);
            }
            if (result instanceof HookResult.Deny deny) {
                return HookOutcome.denied(chain, i + 1, data, log, deny);
            }
            if (result instanceof HookResult.Modify modify) {
                data = modify.data().overlaidWith(how.pinned());
            } else if (result != null && result.action().compareTo(strongest) > 0) {
                strongest = result.action();
            }
        }
        if (hooks.length > 0 && Thread.currentThread().isInterrupted()) {
            return HookOutcome.interrupted(chain, hooks.length, data, log);
        }
        return HookOutcome.of(chain, hooks.length, data, log, strongest);
    }

    @SuppressWarnings("ReferenceEquality") // the plain "continue" is one object, and this is the hottest line there is
    private static boolean isPlain(Object answer) {
        return answer == HookResult.proceed();
    }

    private static @Nullable HookResult harmless(@Nullable HookResult result, RegisteredHook hook, String event) {
        if (result instanceof HookResult.Deny || result instanceof HookResult.AskUser) {
            throw hook.failure(
                    new InvalidResultException("a handler of " + event + " can watch, but neither deny nor ask"));
        }
        return result;
    }

    static void report(String event, HookFailure failure) {
        LOG.log(
                Logger.Level.WARNING,
                () -> "Hook " + failure.hook() + " failed on " + event + " (" + failure.kind() + ", policy "
                        + failure.policy() + "): " + failure.getMessage());
    }
}
