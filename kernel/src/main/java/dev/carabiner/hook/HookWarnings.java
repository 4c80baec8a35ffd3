package dev.carabiner.hook;

import dev.carabiner.approval.GrantRule;
import dev.carabiner.display.Throwables;
import java.lang.System.Logger;

/** What the registry writes to the platform's log. Nothing that goes wrong in the log reaches an emit. */
final class HookWarnings {

    private static final Logger LOG = System.getLogger(HookRegistry.class.getName());

    private HookWarnings() {}

    /** Logs a failure with the class and the stack trace of what was thrown. */
    static void failed(String event, HookFailure failure) {
        String text = "Hook " + failure.hook() + " failed on " + event + " (" + failure.kind() + ", policy "
                + failure.policy() + "): " + failure.getMessage();
        Throwables.log(LOG, Logger.Level.WARNING, text, failure.getCause());
    }

    /** Warns once for each registration of a question that cannot be granted. */
    static void asked(String event, RegisteredHook hook, HookResult.AskUser question) {
        if (question.options().stream().noneMatch(GrantRule::grants) && hook.shouldWarn()) {
            warn("Hook " + hook.name() + " asks on " + event + " and offers " + question.options()
                    + ", none of which grants: an option grants if its first word is \"allow\"");
        }
    }

    static void warn(String text) {
        Throwables.log(LOG, Logger.Level.WARNING, text, null);
    }
}
