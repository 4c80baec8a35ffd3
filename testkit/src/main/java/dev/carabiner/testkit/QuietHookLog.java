package dev.carabiner.testkit;

import dev.carabiner.hook.HookRegistry;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps failures of hooks that a contract provokes out of the platform's log: hundreds of stack traces would hide the one
 * that matters. Where that log is not the one of {@code java.util.logging}, it changes nothing.
 */
final class QuietHookLog implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(HookRegistry.class.getName());

    private final @Nullable Level before;

    private QuietHookLog() {
        before = LOG.getLevel();
        LOG.setLevel(Level.OFF);
    }

    /** Until it is closed. */
    static QuietHookLog begin() {
        return new QuietHookLog();
    }

    @Override
    public void close() {
        LOG.setLevel(before);
    }
}
