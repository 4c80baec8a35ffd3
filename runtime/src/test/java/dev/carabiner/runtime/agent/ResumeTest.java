package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.engine.SessionException;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ResumeTest {

    @TempDir
    Path directory;

    private final Stage stage = new Stage().tool(Stage.echo());
    private SessionStore store;

    @BeforeEach
    void open() {
        store = SessionStore.at(directory);
    }

    private Session start(Script script) {
        return stage.builder(script).store(store).start();
    }

    private Session resume(Script script, String id) {
        return stage.builder(script).store(store).resume(id);
    }

    @Test
    void goes_on_with_the_very_same_conversation() {
        Session first = start(Script.of(calls(call("1", "Echo", "text", "x")), text("done")));
        first.prompt("hi");
        List<Message> said = first.messages();
        first.close();
        Script script = Script.of(text("again"));

        try (Session second = resume(script, first.id())) {
            assertThat(second.messages()).isEqualTo(said);
            second.prompt("still there?");
        }
        assertThat(script.sent(0)).containsExactly("hi", "", "echo: x", "done", "still there?");
        assertThat(stage.only("session:resume").get("messages_count")).isEqualTo(4);
        assertThat(stage.all("session:start")).hasSize(1);
    }

    @Test
    void passes_the_same_gate() {
        Session first = start(Script.of(text("done")));
        first.prompt("hi");
        first.close();
        stage.hooks.on("tool:pre", (event, data) -> HookResult.deny("no"));
        Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

        try (Session second = resume(script, first.id())) {
            second.prompt("now?");
        }
        assertThat(script.sent(1)).last().isEqualTo("Denied by hook: no");
    }

    @Test
    void answers_the_calls_that_were_cut_off() {
        Session first = start(Script.of(text("done")));
        first.close();
        try (var cut = store.open(first.id())) {
            cut.transcript().added(Message.user("hi"));
            cut.transcript().added(Message.toolCall("7", "Echo", Map.of("text", "x")));
        }

        try (Session second = resume(Script.of(text("fine")), first.id())) {
            assertThat(second.messages().getLast().toolCallId()).isEqualTo("7");
            assertThat(second.messages().getLast().text()).startsWith("Interrupted");
            assertThat(second.prompt("go on").answer()).isEqualTo("fine");
        }
    }

    @Test
    void of_a_session_that_is_open_is_refused() {
        try (Session first = start(Script.of())) {
            assertThatThrownBy(() -> resume(Script.of(), first.id())).hasMessageContaining(first.id());
        }
    }

    @Test
    void leaves_a_record_that_tells_how_it_stands() {
        Session session = start(Script.of(text("one"), text("two")));
        session.prompt("hi");
        SessionMetadata between = store.metadata(session.id());
        session.prompt("hi again");
        session.close();
        SessionMetadata after = store.metadata(session.id());

        assertThat(between.status()).isEqualTo(SessionStatus.RUNNING);
        assertThat(between.turns()).isEqualTo(1);
        assertThat(after.status()).isEqualTo(SessionStatus.COMPLETE);
        assertThat(after.turns()).isEqualTo(2);
        assertThat(after.tokens()).isEqualTo(30);
    }

    @Test
    void keeps_one_audit_log_that_verifies() throws Exception {
        Session first = start(Script.of(calls(call("1", "Echo", "text", "x")), text("done")));
        first.prompt("hi");
        first.close();
        try (Session second = resume(Script.of(text("again")), first.id())) {
            second.prompt("more");
        }

        assertThat(AuditOf.session(store, first.id())).contains("prompt:submit", "tool:pre", "session:resume");
    }

    @Test
    void of_a_sub_agents_session_names_the_one_that_it_worked_for() {
        stage.agent("helper", "You help.", "Echo");
        Script script = Script.of(
                calls(call("1", "Task", "subagent_type", "helper", "prompt", "say x")), text("x"), text("ok"));
        Session session = start(script);
        session.prompt("delegate");
        session.close();
        String child = store.list().stream()
                .map(ListedSession::id)
                .filter(id -> !id.equals(session.id()))
                .findFirst()
                .orElseThrow();

        assertThatThrownBy(() -> resume(Script.of(), child))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("was a sub-agent's; resume the one that it worked for, " + session.id());
    }
}
