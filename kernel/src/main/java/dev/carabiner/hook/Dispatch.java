package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
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
            return run(chain, given, how, how.isObserved() ? RunLog.ticking(chain.hooks.length) : null);
        } finally {
            depth.leave();
        }
    }

    /** In order: each handler, what its answer does to the rest, and at the end the strongest answer. */
    private static HookOutcome run(Chain chain, EventData data, Emission how, @Nullable RunLog log) {
        RegisteredHook[] hooks = chain.hooks;
        boolean announcement = how.isAnnouncement() || chain.isAnnouncement;
        Action strongest = Action.CONTINUE;
        for (int i = 0; i < hooks.length; i++) {
            if (Thread.currentThread().isInterrupted()) {
                return HookOutcome.interrupted(chain, i, data, log);
            }
            RegisteredHook hook = hooks[i];
            Object answer;
            HookResult result;
            try {
                result = call(hook, chain.namesGiven[i], data, announcement, i, log);
                answer = result;
            } catch (HookFailure failure) {
                report(chain.event, failure);
                answer = failure;
                result = announcement ? null : failure.consequence();
            }
            if (answer == null || isPlain(answer)) {
                continue;
            }
            log = log == null ? new RunLog(hooks.length) : log;
            log.answered(i, answer);
            if (answer instanceof HookFailure failure && failure.kind() == HookFailure.Kind.INTERRUPTED) {
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

    private static @Nullable HookResult call(
            RegisteredHook hook, String event, EventData data, boolean announcement, int at, @Nullable RunLog log) {
        if (log == null || !log.isTicking()) {
            return harmless(hook.call(event, data, null), announcement, hook, event);
        }
        // a timed handler may write on after it was abandoned, so it never shares the catch of the others
        StandardStreams.Catch output = hook.isTimed() ? new StandardStreams.Catch() : log.output();
        StandardStreams.Catch before = StandardStreams.redirect(output);
        try {
            return harmless(hook.call(event, data, output), announcement, hook, event);
        } finally {
            StandardStreams.redirect(before);
            log.ended(at, output.drain());
        }
    }

    private static @Nullable HookResult harmless(
            @Nullable HookResult result, boolean announcement, RegisteredHook hook, String event) {
        if (announcement && result != null && result.action().compareTo(Action.ASK_USER) >= 0) {
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
