package dev.carabiner.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.DisplayContract;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingDisplayTest extends DisplayContract {

    private final Logger logger = Logger.getLogger(Display.class.getName());
    private final List<LogRecord> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Override
    protected Display newDisplay() {
        return Display.logging();
    }

    @Test
    void a_message_goes_to_the_log_at_its_level_with_its_source_and_escaped() {
        newDisplay().show(new UserMessage("red \u001B[31m", Level.WARNING, "hook:linter"));

        assertThat(logged).singleElement().satisfies(entry -> {
            assertThat(entry.getLevel().getName()).isEqualTo("WARNING");
            assertThat(entry.getMessage()).isEqualTo("[hook:linter] red \\u001B[31m");
        });
    }
}
