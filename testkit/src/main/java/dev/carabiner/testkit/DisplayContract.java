package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every display promises the coordinator. */
public abstract class DisplayContract {

    /** A new display that works. */
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

    @Test
    void an_empty_text_and_a_very_long_one_do_no_harm() {
        Display display = newDisplay();

        assertThatCode(() -> {
                    display.show(new UserMessage("", Level.INFO, "hook:linter"));
                    display.show(new UserMessage("x\n".repeat(50_000), Level.INFO, "hook:linter"));
                    display.output(new HookOutput("", "hook:linter", "a:b"));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void any_number_of_threads_may_show_something() throws Exception {
        Display display = newDisplay();
        Callable<Void> showing = () -> {
            display.show(new UserMessage("text", Level.INFO, "hook:linter"));
            display.output(new HookOutput("text", "hook:linter", "a:b"));
            return null;
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = threads.invokeAll(
                    IntStream.range(0, 50).mapToObj(i -> showing).toList());

            assertThat(all).allSatisfy(done -> assertThat(done.state()).isEqualTo(Future.State.SUCCESS));
        }
    }

    @Test
    void an_interrupted_thread_can_show_something_and_stays_interrupted() {
        Display display = newDisplay();
        Thread.currentThread().interrupt();
        try {
            assertThatCode(() -> display.show(new UserMessage("text", Level.INFO, "hook:linter")))
                    .doesNotThrowAnyException();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
