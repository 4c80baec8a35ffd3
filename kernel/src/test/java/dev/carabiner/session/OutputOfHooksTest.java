package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.HookResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What a hook prints reaches the display, wherever the standard streams go at the moment. */
@ResourceLock(Resources.SYSTEM_OUT)
class OutputOfHooksTest {

    private final PrintStream before = System.out;
    private final Recording recording = new Recording();
    private final ByteArrayOutputStream elsewhere = new ByteArrayOutputStream();

    @AfterEach
    void put_back() {
        System.setOut(before);
    }

    @Test
    void is_caught_also_by_streams_that_were_set_after_the_session_began() {
        recording.hooks.on("tool:post", (event, data) -> {
            System.out.println("a secret");
            return HookResult.proceed().suppressOutput();
        });
        SessionCoordinator session = recording.session();
        System.setOut(new PrintStream(elsewhere, true, StandardCharsets.UTF_8));

        session.emit("tool:post", Map.of());
        System.out.println("what others print passes");

        assertThat(elsewhere.toString(StandardCharsets.UTF_8)).isEqualTo("what others print passes\n");
        assertThat(recording.outputs).isEmpty();
    }

    @Test
    void is_caught_once_when_streams_are_set_to_and_fro() {
        recording.hooks.on("tool:post", (event, data) -> {
            System.out.print("x");
            return null;
        });
        SessionCoordinator session = recording.session();
        PrintStream first = System.out;
        for (int i = 0; i < 3; i++) {
            System.setOut(new PrintStream(elsewhere, true, StandardCharsets.UTF_8));
            session.emit("tool:post", Map.of());
            System.setOut(first);
            session.emit("tool:post", Map.of());
            assertThat(System.out).isSameAs(first);
        }

        assertThat(recording.outputs)
                .hasSize(6)
                .allMatch(output -> output.text().equals("x"));
        assertThat(elsewhere.size()).isZero();
    }

    @Test
    void is_a_message_where_a_display_knows_only_those() {
        recording.hooks.register("tool:post", 0, "linter", (event, data) -> {
            System.out.print("2 warnings");
            return null;
        });
        SessionCoordinator session =
                recording.builder().display(recording.shown::add).build();

        session.emit("tool:post", Map.of());

        assertThat(recording.shown)
                .extracting(UserMessage::text, UserMessage::source)
                .containsExactly(tuple("2 warnings", "hook:linter"));
    }
}
