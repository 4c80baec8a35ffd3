package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.examples.host.JavaLinter;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinterFeedbackTest {

    private static final String LONG_COMMENT = "// " + "x".repeat(100) + "\n";

    private Rehearsal rehearsal;

    @BeforeEach
    void set_up(@TempDir Path directory) throws Exception {
        rehearsal = new Rehearsal(directory);
        LinterFeedback.mount(rehearsal.hooks, rehearsal.workspace, JavaLinter.ofThisJdk());
    }

    @Test
    void two_objections_are_one_message_with_each_ones_words_under_its_name() {
        rehearsal.call("Write", "file_path", "Knot.java", "content", LONG_COMMENT + "class Knot { int a = b; }\n");
        assertThat(rehearsal.injected())
                .singleElement()
                .asString()
                .startsWith("Hook feedback:\n\nFrom linter (")
                .contains("cannot find symbol")
                .endsWith("From style (34 bytes):\nline 1: 103 characters, at most 80");
        assertThat(rehearsal.lastMessage().metadata()).containsEntry("hook_name", "linter,style");
        assertThat(rehearsal.records(Injected.class))
                .extracting(Injected::actor)
                .containsExactly("linter", "style");
    }

    @Test
    void a_single_objection_stands_alone() {
        rehearsal.call("Write", "file_path", "Knot.java", "content", LONG_COMMENT + "class Knot {}\n");
        assertThat(rehearsal.injected()).containsExactly("line 1: 103 characters, at most 80");
    }

    @Test
    void a_file_without_fault_gets_no_message() {
        rehearsal.call("Write", "file_path", "Knot.java", "content", "class Knot {}\n");
        assertThat(rehearsal.lastMessage().text()).isEqualTo("Wrote Knot.java");
    }

    @Test
    void the_program_objects_once(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(LinterFeedback::play, stage))
                .containsOnlyOnce("Hook feedback:")
                .endsWith("| Wrote Knot.java" + System.lineSeparator());
    }
}
