package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressMessageTest {

    private Rehearsal rehearsal;

    @BeforeEach
    void set_up(@TempDir Path directory) throws Exception {
        rehearsal = new Rehearsal(directory, Map.of("ListFiles", input -> "one\ntwo"));
        ProgressMessage.mount(rehearsal.hooks);
    }

    @Test
    void the_user_sees_one_clean_line() {
        rehearsal.call("ListFiles");
        assertThat(rehearsal.shown)
                .containsExactly(new UserMessage("Processed 2 files successfully", Level.INFO, "hook:progress"));
    }

    @Test
    void what_the_hook_printed_is_on_the_record_and_not_in_the_transcript() {
        rehearsal.call("ListFiles");
        assertThat(rehearsal.transcript).isEmpty();
        assertThat(rehearsal.records(OutputCaught.class)).singleElement().satisfies(caught -> {
            assertThat(caught.suppressed()).isTrue();
            assertThat(caught.text()).isEqualToIgnoringNewLines("checked one\nchecked two\n");
        });
    }

    @Test
    void what_the_tool_said_stays() {
        assertThat(rehearsal.call("ListFiles").result()).isEqualTo("one\ntwo");
        assertThat(rehearsal.lastMessage().text()).isEqualTo("one\ntwo");
        assertThat(rehearsal.injected()).isEmpty();
    }

    @Test
    void the_program_counts_its_files(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(ProgressMessage::play, stage))
                .containsOnlyOnce("[hook:progress] info: Processed 3 files successfully")
                .doesNotContain("[hook:progress] checked")
                .contains("| checked summit.txt", "| summit.txt");
    }
}
