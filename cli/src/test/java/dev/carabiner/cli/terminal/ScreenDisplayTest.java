package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What hooks say to the user. */
class ScreenDisplayTest {

    private final StringWriter written = new StringWriter();
    private final HookRegistry hooks = new HookRegistry();

    @Test
    void name_their_source_and_level() {
        var screen = Screen.plain(new PrintWriter(written), Styles.PLAIN, 80);
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .display(new ScreenDisplay(screen))
                .build();
        hooks.register(
                "tool:post",
                0,
                "linter",
                (event, data) -> HookResult.proceed().userMessage("2 problems\nsee \u001B[5mabove", Level.WARNING));
        session.emit("tool:post", Map.of("tool_name", "Write"));
        new ScreenDisplay(screen).show(new UserMessage("hi", Level.INFO, ""));

        assertThat(written).hasToString("""
                  warning: [hook:linter] 2 problems
                    see \\u001B[5mabove
                  hi
                """);
    }
}
