package dev.carabiner.display;

import static org.assertj.core.api.Assertions.assertThatCode;

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
