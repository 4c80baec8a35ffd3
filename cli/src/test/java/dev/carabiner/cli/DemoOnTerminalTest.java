package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code carabiner demo} with a person in front of it. */
@Timeout(120)
class DemoOnTerminalTest {

    @TempDir
    private Path temporary;

    private OnTerminal program;

    @AfterEach
    void close() throws Exception {
        program.close();
    }

    private void start(int columns, Map<String, String> variables) throws Exception {
        program = OnTerminal.start(Place.in(temporary), columns, 100, variables, "demo");
        program.await("deploy-gate asks: Deploy to");
        program.await("denied in 0:0");
    }

    @Test
    void runs_what_is_allowed() throws Exception {
        start(80, Map.of());
        assertThat(program.text()).contains("❯ 2  Deny");
        program.type("1");

        assertThat(program.exitCode()).isZero();
        assertThat(program.text())
                .contains("✓ Allow once")
                .contains("└ Deployed, or so it says.")
                .contains("✓ verified")
                .doesNotContain("User denied");
    }

    @Test
    void does_not_run_what_is_refused_and_fits_a_narrow_terminal_without_colours() throws Exception {
        start(40, Map.of("NO_COLOR", "1"));
        program.type("\r");

        assertThat(program.exitCode()).isZero();
        assertThat(program.text()).contains("✗ Deny").contains("✓ verified").doesNotContain("Deployed");
        assertThat(program.raw()).doesNotContainPattern("\u001B\\[[0-9;]*m");
        assertThat(Lines.written(program.raw())).allMatch(line -> line.columns() <= 40);
    }
}
