package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A handler's time is its own. */
class ElapsedTimeTest {

    private static final Duration SLOW = Duration.ofMillis(300);

    private final Logger logger = Logger.getLogger(HookRegistry.class.getName());
    private final Handler slowLog = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            try {
                Thread.sleep(SLOW);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void log_slowly() {
        logger.addHandler(slowLog);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void log_as_before() {
        logger.removeHandler(slowLog);
        logger.setUseParentHandlers(true);
    }

    @Test
    void the_report_of_a_failure_is_not_the_next_handlers_time() {
        Recording recording = new Recording();
        recording.hooks.register("tool:pre", 1, "broken", (event, data) -> {
            throw new IllegalStateException("broken");
        });
        recording.hooks.register("tool:pre", 2, "quick", (event, data) -> null);

        HookOutcome outcome = recording.session().emit("tool:pre", Map.of());

        assertThat(outcome.runs().get(1).elapsed()).isLessThan(SLOW.dividedBy(2));
    }
}
