package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.TextWidth;
import dev.carabiner.context.Message;
import dev.carabiner.runtime.store.SessionDirectory;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code carabiner sessions}. */
class SessionCommandsTest extends TypedCommands {

    private void session(String id, String name) {
        SessionStore store = SessionStore.at(home.resolve(".carabiner/sessions"));
        Instant now = Instant.parse("2026-01-31T12:00:00Z");
        SessionMetadata metadata =
                SessionMetadata.begin(id, now, project, "default").withName(name);
        try (SessionDirectory directory = store.create(metadata)) {
            directory.transcript().added(Message.user("read \u001B[31mREADME"));
            directory.transcript().added(Message.toolCall("c-1", "Read", Map.of("file_path", "README.md")));
            directory.transcript().added(Message.toolResult("c-1", "line\n".repeat(30)));
        }
    }

    @Test
    void are_none_at_first() {
        assertThat(carabiner("sessions", "list")).isZero();
        assertThat(out()).contains("No sessions yet");
        assertThat(home.resolve(".carabiner")).doesNotExist();
    }

    @Test
    void are_listed_damaged_ones_too() throws Exception {
        session("s-1", "Fix \u001B[31mit");
        session("s-2", "");
        Files.writeString(home.resolve(".carabiner/sessions/s-2/metadata.json"), "{");

        assertThat(carabiner("sessions", "list")).isZero();
        assertThat(out().lines().toList().get(0)).matches("SESSION +UPDATED +STATUS +TURNS +NAME");
        assertThat(out().lines().toList().get(1))
                .matches("s-1 +2026-01-31T12:00:00Z +running +0 +Fix \\\\u001B\\[31mit");
        assertThat(out().lines().toList().get(2)).matches("s-2 +damaged +.*metadata.json.*");
    }

    @Test
    void fit_the_terminal() {
        session("s-1", "a very long name that goes on and on and on, further than anybody would read");
        columns = 50;
        carabiner("sessions", "list");
        assertThat(out().lines()).allMatch(line -> TextWidth.of(line) <= 50);
        assertThat(out()).contains("…").contains("days ago");
    }

    @Test
    void are_shown_with_their_conversation() {
        session("s-20260131-1", "Fix it");

        assertThat(carabiner("sessions", "show", "s-2026")).isZero();
        assertThat(out())
                .contains("Session s-20260131-1")
                .contains("read \\u001B[31mREADME")
                .contains("● Read README.md")
                .contains("… 18 more lines; --full shows all");
        carabiner("sessions", "show", "last", "--full");
        assertThat(out()).doesNotContain("more lines");
    }

    @Test
    void of_sub_agents_are_not_the_last() {
        session("s-3", "");
        SessionStore store = SessionStore.at(home.resolve(".carabiner/sessions"));
        Instant later = Instant.parse("2026-01-31T12:00:01Z");
        SessionMetadata agent = SessionMetadata.begin("s-1", later, project, "default/explorer");
        store.create(agent.withParent("s-3")).close();
        SessionMetadata agentsAgent = SessionMetadata.begin("s-2", later, project, "default/explorer");
        store.create(agentsAgent.withParent("s-1")).close();

        carabiner("sessions", "show", "last");
        assertThat(out()).contains("Session s-3");

        SessionMetadata fork = SessionMetadata.begin("s-4", later, project, "default");
        store.create(fork.withParent("s-3")).close();
        carabiner("sessions", "show", "last");
        assertThat(out()).contains("Session s-4");
    }

    @Test
    void that_could_be_meant_are_named_unless_they_are_too_many() {
        for (int i = 1; i <= 7; i++) {
            session("s-" + i, "");
        }
        assertThat(carabiner("sessions", "show", "s-")).isEqualTo(1);
        assertThat(err()).contains("'s-' could be any of s-1, s-2, s-3, s-4, s-5 and 2 more");
    }

    @Test
    void that_do_not_exist_are_named() {
        session("s-1", "");
        assertThat(carabiner("sessions", "show", "s-9")).isEqualTo(1);
        assertThat(err()).contains("There is no session 's-9' in " + home).contains("did you mean 's-1'?");
    }
}
