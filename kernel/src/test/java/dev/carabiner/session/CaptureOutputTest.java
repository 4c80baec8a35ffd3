package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.display.HookOutput;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The standard streams are touched only where that was asked for. */
class CaptureOutputTest {

    private final PrintStream before = System.out;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream own = new PrintStream(printed, true);
    private final HookRegistry hooks = new HookRegistry();

    @BeforeEach
    void replace() {
        System.setOut(own);
        hooks.register("a:b", (event, data) -> {
            System.out.print("noise");
            return null;
        });
    }

    @AfterEach
    void restore() {
        System.setOut(before);
    }

    @Test
    void a_session_that_did_not_ask_leaves_them_alone() {
        SessionCoordinator.builder().hooks(hooks).build().emit("a:b", Map.of());

        assertThat(System.out).isSameAs(own);
        assertThat(printed).asString().isEqualTo("noise");
    }

    @Test
    void a_session_that_did_not_ask_takes_no_output_even_if_another_did() {
        SessionCoordinator.builder().captureOutput().build();
        hooks.register(HookOptions.forEvent("a:b").timeout(Duration.ofSeconds(20)), (event, data) -> {
            System.out.print(" timed");
            return null;
        });

        var outcome = SessionCoordinator.builder().hooks(hooks).build().emit("a:b", Map.of());

        assertThat(outcome.hasOutput()).isFalse();
        assertThat(printed).asString().isEqualTo("noise timed");
    }

    @Test
    void a_session_that_asked_takes_it_also_from_streams_that_were_set_meanwhile() {
        Recording recording = new Recording();
        var session = recording.builder().hooks(hooks).build();
        System.setOut(own);

        session.emit("a:b", Map.of());

        assertThat(recording.outputs).extracting(HookOutput::text).containsExactly("noise");
        assertThat(printed).asString().isEmpty();
    }

    @Test
    void a_childs_hooks_are_treated_as_its_parents() {
        Recording recording = new Recording();

        recording.builder().hooks(hooks).build().child("child").build().emit("a:b", Map.of());

        assertThat(recording.outputs).hasSize(1);
    }
}
