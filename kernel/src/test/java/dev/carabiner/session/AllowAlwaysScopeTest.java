package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How far "Allow always" reaches. */
class AllowAlwaysScopeTest {

    private final Recording recording = new Recording();

    private static EventData write(String path, String content) {
        return EventData.of("tool_name", "Write", "tool_input", Map.of("path", path, "content", content));
    }

    @Nested
    class Without_a_scope {

        @Test
        void it_holds_for_exactly_this_operation() {
            recording.asks(HookResult.ask("Write .env?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");

            session.emit("tool:pre", write(".env", "A=1"));
            session.emit("tool:pre", write(".env", "A=1"));
            assertThat(recording.asked).hasSize(1);

            session.emit("tool:pre", write(".env", "A=2"));
            assertThat(recording.asked).hasSize(2);
        }

        @Test
        void it_holds_whichever_call_it_is_and_when() {
            recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");

            session.emit("tool:pre", write("a", "b").with("tool_call_id", "id-1"));
            session.emit("tool:pre", write("a", "b").with("tool_call_id", "id-2"));

            assertThat(recording.asked).hasSize(1);
        }

        @Test
        void two_commands_that_look_alike_are_two() {
            recording.asks(HookResult.ask("Run this?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");

            session.emit("tool:pre", Recording.bash("echo a\nrm b"));
            session.emit("tool:pre", Recording.bash("echo a\\nrm b"));

            assertThat(recording.asked).hasSize(2);
        }
    }

    @Nested
    class With_a_scope {

        private void asksWithScope() {
            recording.hooks.register(
                    "tool:*",
                    0,
                    "guard",
                    (event, data) -> HookResult.ask("Run " + data.text("prompt") + "?")
                            .options("Allow always", data.text("other"))
                            .scope(data.text("scope")));
        }

        private EventData asked(String scope) {
            return EventData.of("tool_name", "Bash", "prompt", "it", "other", "Deny", "scope", scope);
        }

        @Test
        void it_holds_for_other_operations_of_that_scope() {
            asksWithScope();
            var session = recording.answering("Allow always");

            session.emit("tool:pre", asked("Bash: git push origin main"));
            session.emit("tool:pre", asked("Bash: git push origin main").with("prompt", "another thing"));

            assertThat(recording.asked).hasSize(1);
            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::how)
                    .containsExactly("answered", "remembered");
        }

        @Test
        void it_holds_for_no_other_scope_event_tool_or_options() {
            asksWithScope();
            var session = recording.answering("Allow always");

            session.emit("tool:pre", asked("a"));
            session.emit("tool:pre", asked("b"));
            session.emit("tool:post", asked("a"));
            session.emit("tool:pre", asked("a").with("tool_name", "Zsh"));
            session.emit("tool:pre", asked("a").with("other", "No"));
            session.emit("tool:pre", asked(""));

            assertThat(recording.asked).hasSize(6);
        }

        @Test
        void it_holds_for_the_hook_that_asked_only() {
            recording.hooks.register(
                    "tool:pre",
                    0,
                    "one",
                    (event, data) -> HookResult.ask("?").options("Allow always").scope("x"));
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "two",
                    (event, data) -> HookResult.ask("?").options("Allow always").scope("x"));

            recording.answering("Allow always").emit("tool:pre", Map.of());

            assertThat(recording.asked).extracting(request -> request.hook()).containsExactly("one", "two");
        }

        @Test
        void no_two_tuples_collide_whatever_characters_they_hold() {
            asksWithScope();
            var session = recording.answering("Allow always");

            session.emit("tool:pre", asked("a\",\"tool\":\"Bash"));
            session.emit("tool:pre", asked("a").with("tool_name", "Bash\",\"scope\":\"a"));
            session.emit("tool:pre", asked("a\u0000b"));
            session.emit("tool:pre", asked("a").with("other", "b\u0000"));
            session.emit("tool:pre", asked("\u00e4"));
            session.emit("tool:pre", asked("a\u0308"));

            assertThat(recording.asked).hasSize(6);
        }

        @Test
        void what_is_offered_says_how_far_it_reaches() {
            asksWithScope();
            recording.answering("Deny").emit("tool:pre", asked("git push\u202E"));
            recording.answering("Deny").emit("tool:pre", asked(""));

            assertThat(recording.asked.get(0).shown().reach())
                    .isEqualTo("\"Allow always\" holds for the rest of this session, for git push\\u202E");
            assertThat(recording.asked.get(1).shown().reach()).endsWith("for exactly this operation");
        }

        @Test
        void nothing_is_said_where_it_is_not_offered() {
            recording.asks(HookResult.ask("Sure?").scope("x"));
            recording.answering("Deny").emit("tool:pre", Map.of());

            assertThat(recording.asked.getFirst().shown().reach()).isEmpty();
        }
    }

    @Nested
    class In_one_store {

        private final ApprovalStore store = ApprovalStore.inMemory();

        private SessionCoordinator session(String id) {
            return recording
                    .builder()
                    .sessionId(id)
                    .approvalStore(store)
                    .approvals(request -> {
                        recording.asked.add(request);
                        return "Allow always";
                    })
                    .build();
        }

        @Test
        void it_holds_after_a_cancelled_turn_and_a_resume() {
            recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            var first = session("s-1");
            first.emit("tool:pre", Map.of());
            first.cancellation().requestImmediate();
            first.end();

            assertThat(session("s-1").emit("tool:pre", Map.of()).denied()).isFalse();
            assertThat(recording.asked).hasSize(1);
        }

        @Test
        void it_does_not_hold_for_another_session() {
            recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            session("s-1").emit("tool:pre", Map.of());
            session("s-2").emit("tool:pre", Map.of());

            assertThat(recording.asked).hasSize(2);
        }

        @Test
        void it_does_not_hold_for_a_session_of_the_same_name_in_a_store_of_its_own() {
            recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            session("s-1").emit("tool:pre", Map.of());
            recording.answering("Allow always").emit("tool:pre", Map.of());

            assertThat(recording.asked).hasSize(2);
        }
    }

    @Test
    void an_operation_whose_prompt_has_no_key_is_asked_about_each_time() {
        recording.asks(HookResult.ask("half \ud800").options("Allow always", "Deny"));
        var session = recording.answering("Allow always");

        session.emit("tool:pre", Map.of());
        session.emit("tool:pre", Map.of());

        assertThat(recording.asked).hasSize(2);
    }
}
