package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.context.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TodoReminderTest {

    private Path todos;
    private Rehearsal rehearsal;

    @BeforeEach
    void set_up(@TempDir Path directory) throws Exception {
        todos = Files.writeString(directory.resolve("todo.txt"), "rope\n\nweather\n");
        rehearsal = new Rehearsal(directory);
        TodoReminder.mount(rehearsal.hooks, todos);
    }

    @Test
    void the_next_request_ends_with_the_list_inside_the_tool_result() {
        rehearsal.write("a.txt");
        List<Message> request = rehearsal.session.context().forNextRequest();
        assertThat(request).hasSize(2);
        assertThat(request.getLast().isToolResult()).isTrue();
        assertThat(request.getLast().text()).isEqualTo("Wrote a.txt\n\nCurrent todos:\n- rope\n- weather");
    }

    @Test
    void the_list_is_in_one_request_and_never_stored() {
        rehearsal.write("a.txt");
        assertThat(rehearsal.lastMessage().text()).isEqualTo("Wrote a.txt");
        rehearsal.session.context().forNextRequest();
        assertThat(rehearsal.session.context().forNextRequest())
                .isEqualTo(rehearsal.session.context().messages());
        assertThat(rehearsal.records(Injected.class)).singleElement().matches(Injected::ephemeral);
    }

    @Test
    void each_request_has_the_list_as_it_is_then() throws Exception {
        rehearsal.write("a.txt");
        rehearsal.session.context().forNextRequest();
        Files.writeString(todos, "weather\n");
        rehearsal.write("b.txt");
        assertThat(rehearsal.session.context().forNextRequest().getLast().text())
                .isEqualTo("Wrote b.txt\n\nCurrent todos:\n- weather");
    }

    @Test
    void no_todos_no_word() throws Exception {
        Files.writeString(todos, "\n");
        rehearsal.write("a.txt");
        Files.delete(todos);
        rehearsal.write("b.txt");
        assertThat(rehearsal.records(Injected.class)).isEmpty();
    }

    @Test
    void a_long_list_is_cut() throws Exception {
        Files.writeString(
                todos, IntStream.range(0, 5000).mapToObj(i -> "todo " + i).collect(Collectors.joining("\n")));
        rehearsal.write("a.txt");
        assertThat(rehearsal.session.context().forNextRequest().getLast().text())
                .contains("todo 19")
                .doesNotContain("todo 20");
    }

    @Test
    void the_program_shows_the_list_come_go_and_change(@TempDir Path stage) throws Exception {
        String said = Rehearsal.play(TodoReminder::play, stage);
        assertThat(said.lines().filter(line -> line.contains("- pack the rope")))
                .hasSize(1);
        assertThat(said.lines().filter(line -> line.contains("- ask about the weather")))
                .hasSize(2);
    }
}
