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
    void a_file_that_is_written_is_not_shown_since_it_could_only_be_read() throws Exception {
        Path home = temporary.toRealPath().resolve("home");
        Path log = home.resolve(".claude/logs/calls.txt");
        Path rules = home.resolve(".claude/rules.txt");
        Files.createDirectories(log.getParent());
        Files.writeString(log, "ls\n");
        Files.writeString(rules, "no ls\n");

        for (String line : List.of(
                "cat >> ~/.claude/logs/calls.txt < $HOME/.claude/rules.txt",
                "cat ~/.claude/rules.txt >\"$HOME/.claude/logs/calls.txt\"",
                "cat ~/.claude/rules.txt | tee -a ~/.claude/logs/calls.txt",
                "wc -l ~/.claude/logs/calls.txt ~/.claude/rules.txt; date 2>> '$HOME/.claude/logs/calls.txt'")) {
            Command command =
                    Command.of(List.of("sh", "-c", line), temporary).environment(Map.of("HOME", home.toString()));
            assertThat(Opening.forProgram(command, temporary.resolve("work"), List.of())
                            .readable())
                    .as(line)
                    .containsExactly(rules);
        }
    }

    @Test
    void a_file_in_a_directory_that_it_may_write_can_be_written_too() throws Exception {
        Path notes = Files.writeString(temporary.toRealPath().resolve("notes.txt"), "one\n");
        Command command = Command.of(List.of("sh", "-c", "wc -l " + notes), temporary);
        Opening opening = Opening.forProgram(command, temporary.resolve("work"), List.of());
        assertThat(opening.readable()).contains(notes);
        assertThat(opening.writing(List.of(notes.getParent())).readable()).isEmpty();
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
