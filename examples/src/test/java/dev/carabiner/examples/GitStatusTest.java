package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.context.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GitStatusTest {

    @TempDir
    private Path directory;

    private Rehearsal rehearsal;

    @BeforeEach
    void set_up() throws Exception {
        assumeTrue(GitStatus.isGitHere(directory), "there is no git on the PATH");
        rehearsal = new Rehearsal(directory);
        GitStatus.mount(rehearsal.hooks, directory);
    }

    private void startSession() {
        rehearsal.session.emit("session:start", Map.of("source", "test"));
    }

    @Test
    void the_session_begins_with_the_state_of_the_repository() throws Exception {
        GitStatus.makeRepository(directory);
        startSession();
        assertThat(rehearsal.injected()).containsExactly("Git status:\n## main\n M route.txt\n?? weather.txt");
        assertThat(rehearsal.lastMessage().role()).isEqualTo(Role.SYSTEM);
        assertThat(rehearsal.lastMessage().metadata()).containsEntry("event", "session:start");
    }

    @Test
    void outside_a_repository_there_is_nothing_to_tell() {
        startSession();
        assertThat(rehearsal.injected()).isEmpty();
        assertThat(rehearsal.records(Emitted.class).getFirst().runs().getFirst().failure())
                .isNull();
    }

    @Test
    void a_long_status_is_cut_and_says_so() throws Exception {
        GitStatus.makeRepository(directory);
        for (int i = 0; i < 100; i++) {
            Files.createFile(directory.resolve("file-" + i));
        }
        startSession();
        assertThat(rehearsal.injected().getFirst()).endsWith("[43 more lines]").hasLineCount(62);
    }

    @Test
    void nothing_that_the_repository_names_is_run() throws Exception {
        GitStatus.makeRepository(directory);
        Path trap = Files.writeString(directory.resolve("trap"), "#!/bin/sh\ntouch '" + directory + "/sprung'\n");
        assertThat(trap.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                directory.resolve(".git/config"),
                "[core]\n\tfsmonitor = " + trap + "\n\thooksPath = " + directory + "\n",
                StandardOpenOption.APPEND);
        startSession();
        assertThat(rehearsal.injected()).hasSize(1);
        assertThat(directory.resolve("sprung")).doesNotExist();
    }

    @Test
    void the_program_shows_the_status(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(GitStatus::play, stage)).contains("| ## main", "|  M route.txt", "| ?? weather.txt");
    }
}
