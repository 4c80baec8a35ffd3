package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.examples.host.JavaLinter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectFeedbackTest {

    private static final String BROKEN = "class Rope {\n    int metres = \"ten\";\n}\n";

    @TempDir
    private Path directory;

    private Rehearsal rehearsal;

    @BeforeEach
    void set_up() throws Exception {
        rehearsal = new Rehearsal(directory);
        InjectFeedback.mount(rehearsal.hooks, rehearsal.workspace, JavaLinter.ofThisJdk());
    }

    @Test
    void the_agent_reads_the_linters_words_behind_the_tools_result() {
        rehearsal.call("Write", "file_path", "Rope.java", "content", BROKEN);
        List<Message> messages = rehearsal.session.context().messages();
        assertThat(messages).extracting(Message::role).containsExactly(Role.ASSISTANT, Role.TOOL, Role.SYSTEM);
        assertThat(messages.getLast().text())
                .startsWith("Linter found issues in Rope.java:\nRope.java:2: error: incompatible types");
        assertThat(messages.getLast().metadata())
                .containsEntry("hook_name", "linter")
                .containsEntry("event", "tool:post");
    }

    @Test
    void the_user_is_told_apart_from_the_agent() {
        rehearsal.call("Write", "file_path", "Rope.java", "content", BROKEN);
        assertThat(rehearsal.shown).singleElement().satisfies(message -> {
            assertThat(message.text()).isEqualTo("Found linting issues");
            assertThat(message.level()).isEqualTo(Level.WARNING);
            assertThat(message.source()).isEqualTo("hook:linter");
        });
        assertThat(rehearsal.records(Injected.class)).extracting(Injected::fate).containsExactly(Injected.Fate.ADDED);
    }

    @Test
    void a_clean_file_is_worth_no_word_and_leaves_no_class_behind() throws Exception {
        rehearsal.call("Write", "file_path", "Rope.java", "content", "class Rope {}\n");
        assertThat(rehearsal.injected()).isEmpty();
        assertThat(rehearsal.shown).isEmpty();
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("Rope.java"));
        }
    }

    @Test
    void files_that_are_not_java_are_not_linted() {
        rehearsal.call("Write", "file_path", "Rope.txt", "content", BROKEN);
        rehearsal.call("Write", "file_path", "-version.java", "content", BROKEN);
        assertThat(rehearsal.injected()).isEmpty();
    }

    @Test
    void a_linter_that_hangs_is_stopped_and_the_agent_goes_on() throws Exception {
        Path slow = Files.writeString(directory.resolve("slow"), "#!/bin/sh\nsleep 60\n");
        assertThat(slow.toFile().setExecutable(true)).isTrue();
        Rehearsal patient = new Rehearsal(directory);
        InjectFeedback.mount(patient.hooks, patient.workspace, new JavaLinter(slow, Duration.ofMillis(200)));
        assertThat(patient.call("Write", "file_path", "Rope.java", "content", BROKEN)
                        .ran())
                .isTrue();
        assertThat(patient.records(Emitted.class).getLast().runs().getFirst().failure())
                .contains("stopped after 200 ms");
    }

    @Test
    void the_program_shows_both_sides(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(InjectFeedback::play, stage))
                .contains(
                        "[hook:linter] warning: Found linting issues",
                        "role SYSTEM from linter",
                        "| Rope.java:2: error");
    }
}
