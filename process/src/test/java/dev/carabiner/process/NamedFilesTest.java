package dev.carabiner.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a program is shown because its words name them. */
class NamedFilesTest {

    @TempDir
    private Path temporary;

    @Test
    void a_home_directory_is_the_one_that_the_program_is_told() throws Exception {
        Path home = temporary.toRealPath().resolve("home");
        Path script = home.resolve(".claude/hooks/guard.sh");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "exit 0\n");

        for (String line : List.of("~/.claude/hooks/guard.sh", "bash \"$HOME/.claude/hooks/guard.sh\"")) {
            Command command =
                    Command.of(List.of("sh", "-c", line), temporary).environment(Map.of("HOME", home.toString()));
            Opening opening = Opening.forProgram(command, temporary.resolve("work"), List.of());
            assertThat(opening.readable()).contains(script, script.getParent());
        }
    }

    @Test
    void with_a_file_directly_among_settings_nothing_else_is_shown() throws Exception {
        Path home = temporary.toRealPath().resolve("home");
        Path script = home.resolve(".claude/guard.sh");
        Files.createDirectories(script.getParent());
        Files.writeString(script, "exit 0\n");

        Command command = Command.of(List.of("sh", "-c", "~/.claude/guard.sh"), temporary)
                .environment(Map.of("HOME", home.toString()));
        assertThat(Opening.forProgram(command, temporary.resolve("work"), List.of())
                        .readable())
                .containsExactly(script);
    }
}
