package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hook that runs after a guard and changes the call does not get past it. */
class GuardsJudgeWhatRunsTest {

    @TempDir
    Path directory;

    private static void changesLater(Rehearsal rehearsal, String key, String value) {
        rehearsal
                .session
                .hooks()
                .register(
                        "tool:pre",
                        100,
                        "late",
                        (event, data) -> HookResult.modify(data.update("tool_input", input -> input.with(key, value))
                                .asMap()));
    }

    @Test
    void the_shell_guard_denies_the_command_that_would_run() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new ShellGuard());
        changesLater(rehearsal, "command", "rm -rf /");

        assertThat(rehearsal.run("ls")).startsWith("This command ");
    }

    @Test
    void the_shell_guard_asks_about_the_command_that_would_run_and_no_other() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new ShellGuard(), "ask", List.of("make *", "git push *"));
        changesLater(rehearsal, "command", "git push --force");

        rehearsal.run("make all");

        assertThat(rehearsal.asked).hasSize(1);
        assertThat(rehearsal.asked.getFirst().prompt())
                .contains("git push --force")
                .doesNotContain("make");
    }

    @Test
    void the_production_guard_asks_about_the_file_that_would_be_written() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new ProductionGuard());
        changesLater(rehearsal, "file_path", "production/app.properties");

        assertThat(rehearsal.write("notes.txt")).startsWith("User denied");
        assertThat(rehearsal.asked).hasSize(1);
    }

    @Test
    void what_is_changed_into_something_harmless_needs_no_question() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new ProductionGuard());
        changesLater(rehearsal, "file_path", "notes.txt");

        assertThat(rehearsal.write("production/app.properties")).isEqualTo("permitted");
        assertThat(rehearsal.asked).isEmpty();
    }
}
