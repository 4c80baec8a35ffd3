package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObserveToolsTest {

    private final List<String> log = new ArrayList<>();

    @Test
    void sees_the_start_and_the_end_of_a_tool_in_order(@TempDir Path directory) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory);
        ObserveTools.mount(rehearsal.hooks, log::add);
        rehearsal.write("notes.txt");
        assertThat(log).containsExactly("Write starts", "Write ended, success=true");
    }

    @Test
    void sees_a_tool_that_fails(@TempDir Path directory) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory);
        ObserveTools.mount(rehearsal.hooks, log::add);
        rehearsal.call("Edit", "file_path", "missing.txt", "old_text", "a", "new_text", "b");
        assertThat(log).hasSize(2).last().asString().startsWith("Edit failed:").contains("missing.txt");
    }

    @Test
    void decides_nothing(@TempDir Path directory) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory);
        ObserveTools.mount(rehearsal.hooks, log::add);
        assertThat(rehearsal.write("notes.txt").ran()).isTrue();
        assertThat(rehearsal.records(Emitted.class)).extracting(Emitted::action).containsOnly("continue");
        assertThat(rehearsal.injected()).isEmpty();
    }

    @Test
    void a_log_that_throws_stops_no_tool_and_is_on_the_record(@TempDir Path directory) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory);
        ObserveTools.mount(rehearsal.hooks, line -> {
            throw new IllegalStateException("disk full");
        });
        assertThat(rehearsal.write("notes.txt").ran()).isTrue();
        assertThat(directory.resolve("notes.txt")).hasContent("new");
        assertThat(rehearsal.records(Emitted.class).getFirst().runs().getFirst().failure())
                .contains("disk full");
    }

    @Test
    void the_program_tells_what_the_hook_saw(@TempDir Path directory) throws Exception {
        assertThat(Rehearsal.play(ObserveTools::play, directory)).contains("| Write starts", "| Edit failed:");
        assertThat(directory.resolve("notes.txt")).hasContent("Buy rope.");
    }
}
