package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.LogManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the log says of a hook that has failed. */
class ScreenLogTest {

    private final StringWriter written = new StringWriter();
    private final Screen screen = Screen.plain(new PrintWriter(written), Styles.PLAIN, 0);

    @AfterEach
    void leaveTheLogAlone() {
        LogManager.getLogManager().reset();
    }

    private void failTwice() {
        HookRegistry hooks = new HookRegistry();
        hooks.register(HookOptions.forEvent("tool:pre").name("broken"), (event, data) -> {
            throw new IllegalStateException("no connection\u001B[2J");
        });
        hooks.emit("tool:pre", EventData.empty());
        hooks.emit("tool:pre", EventData.empty());
    }

    @Test
    void is_one_line_with_the_class_of_what_was_thrown_and_the_way_to_see_more() {
        ScreenLog.install(screen, false);

        failTwice();

        assertThat(written)
                .hasToString("  warning: Hook broken failed on tool:pre (EXCEPTION, policy CONTINUE):"
                        + " no connection\\u001B[2J (IllegalStateException; CARABINER_DEBUG=1 shows where)\n");
    }

    @Test
    void is_the_stack_trace_too_with_debugging_on() {
        ScreenLog.install(screen, true);

        failTwice();

        assertThat(written.toString().lines())
                .contains("java.lang.IllegalStateException: no connection\\u001B[2J")
                .anyMatch(line -> line.startsWith("    at ") && line.contains("ScreenLogTest.java:"))
                .noneMatch(line -> line.contains("\u001B"));
    }
}
