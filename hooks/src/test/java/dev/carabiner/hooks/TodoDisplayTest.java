package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TodoDisplayTest {

    private static final List<Map<String, String>> TODOS = List.of(
            Map.of("content", "look", "status", "completed"),
            Map.of("content", "climb\nhigh", "status", "in_progress"),
            Map.of("content", "rest", "status", "pending"));

    @TempDir
    private Path directory;

    private static void wrote(SessionCoordinator session, Object todos) {
        session.emit("tool:post", EventData.of("tool_name", "TodoWrite", "tool_input", Map.of("todos", todos)));
    }

    private static List<String> reminder(Rehearsal rehearsal) {
        rehearsal.emit("provider:request", "provider", "test");
        return rehearsal.nextRequest();
    }

    @Test
    void the_user_sees_the_list_when_it_changes() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new TodoDisplay());
        wrote(rehearsal.session, TODOS);
        assertThat(rehearsal.messages()).containsExactly("Todos, 1 of 3 done\n[x] look\n[>] climb high\n[ ] rest");
    }

    @Test
    void the_agent_is_reminded_of_what_is_open_and_nothing_is_stored() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new TodoDisplay());
        assertThat(reminder(rehearsal)).isEmpty();
        wrote(rehearsal.session, TODOS);
        for (int request = 0; request < 2; request++) {
            assertThat(reminder(rehearsal)).containsExactly("Open todos:\n[>] climb high\n[ ] rest");
        }
        assertThat(rehearsal.stored()).isEmpty();
        wrote(rehearsal.session, List.of(Map.of("content", "look", "status", "completed")));
        assertThat(reminder(rehearsal)).isEmpty();
    }

    @Test
    void a_sub_agent_has_a_list_of_its_own() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new TodoDisplay());
        SessionCoordinator child = rehearsal.session.child("s-2").build();
        wrote(child, TODOS);
        assertThat(reminder(rehearsal)).isEmpty();
        child.emit("provider:request", Map.of("provider", "test"));
        assertThat(child.context().forNextRequest()).hasSize(1);
    }

    @Test
    void the_settings_limit_and_silence_it() throws Exception {
        Rehearsal few = new Rehearsal(directory, new TodoDisplay(), "most", 2);
        wrote(few.session, Collections.nCopies(1_000, Map.of("content", "x".repeat(5_000), "status", "pending")));
        assertThat(few.messages().getFirst())
                .hasLineCount(3)
                .hasSizeLessThan(500)
                .contains(" [cut]");
        Rehearsal silent = new Rehearsal(directory, new TodoDisplay(), "remind", false);
        wrote(silent.session, TODOS);
        assertThat(reminder(silent)).isEmpty();
    }

    @Test
    void what_is_left_out_is_said_and_open_ones_come_first() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new TodoDisplay(), "most", 1);
        wrote(rehearsal.session, TODOS);
        assertThat(rehearsal.messages()).containsExactly("Todos, 1 of 3 done, the first 1\n[x] look");
        assertThat(reminder(rehearsal)).containsExactly("Open todos, the first 1 of 2:\n[>] climb high");
    }

    @Test
    void other_tools_failed_calls_and_odd_lists_are_no_todos() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new TodoDisplay());
        rehearsal.emit("tool:post", "tool_name", "Read", "tool_input", Map.of("todos", TODOS));
        rehearsal.emit("tool:post", "tool_name", "TodoWrite", "tool_input", Map.of("todos", TODOS), "success", false);
        assertThat(rehearsal.messages()).isEmpty();
        wrote(rehearsal.session, List.of("a", 1));
        wrote(rehearsal.session, "text");
        assertThat(rehearsal.messages()).containsOnly("Todos, 0 of 0 done");
    }
}
