package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import org.junit.jupiter.api.Test;

/** What every display promises the coordinator. */
public abstract class DisplayContract {

    protected abstract Display newDisplay();

    @Test
    void every_level_is_shown() {
        Display display = newDisplay();
        for (Level level : Level.values()) {
            assertThatCode(() -> display.show(new UserMessage("text", level, "hook:linter")))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void hostile_text_does_no_harm() {
        Display display = newDisplay();
        String hostile = "\u001B[2J\u202E\u0000 {0} %s %n \ud800";

        assertThatCode(() -> {
                    display.show(new UserMessage(hostile, Level.ERROR, hostile));
                    display.output(new HookOutput(hostile, hostile, "a:b"));
                })
                .doesNotThrowAnyException();
    }
}
