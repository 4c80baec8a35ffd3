package dev.carabiner.hook;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Records what the registry logs, and keeps it off the screen: failing hooks are what these tests are about. */
final class HookLog implements BeforeEachCallback, AfterEachCallback {

    private static final Logger LOGGER = Logger.getLogger(HookRegistry.class.getName());

    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();
    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            messages.add(logged.getMessage());
            if (logged.getThrown() != null) {
                thrown.add(logged.getThrown());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    List<String> messages() {
        return messages;
    }

    /** What was logged with its class and stack trace. */
    List<Throwable> thrown() {
        return thrown;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        LOGGER.addHandler(recorder);
        LOGGER.setUseParentHandlers(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        LOGGER.removeHandler(recorder);
        LOGGER.setUseParentHandlers(true);
    }
}
