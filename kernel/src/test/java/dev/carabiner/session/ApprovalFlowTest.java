package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.Vote;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalFlowTest {

    private final Recording recording = new Recording();

    @Nested
    class The_request {

        @Test
        void carries_everything_a_human_needs_to_decide() {
            recording.asks(HookResult.ask("Deploy?")
                    .options("Allow once", "Deny")
                    .timeout(Duration.ofSeconds(7))
                    .reason("production"));

            recording.answering("Deny").emit("tool:pre", Recording.bash("deploy"));

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.id()).isNotBlank();
            assertThat(request.session()).isEqualTo("s-1");
            assertThat(request.hook()).isEqualTo("guard");
            assertThat(request.event()).isEqualTo("tool:pre");
            assertThat(request.prompt()).isEqualTo("Deploy?");
            assertThat(request.options()).containsExactly("Allow once", "Deny");
            assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(request.byDefault()).isEqualTo(Decision.DENY);
            assertThat(request.reason()).isEqualTo("production");
            assertThat(request.created()).isEqualTo(Recording.NOW);
            assertThat(request.expires()).isEqualTo(Recording.NOW.plusSeconds(7));
        }

        @Test
        void is_about_the_final_data_and_names_it_by_its_digest() {
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "changes",
                    (event, data) -> HookResult.modify(data.with("tool_input", Map.of("command", "ls"))));
            recording.asks(HookResult.ask("Sure?"));

            recording.answering("Allow").emit("tool:pre", Recording.bash("rm"));

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.data().object("tool_input")).isEqualTo(EventData.of("command", "ls"));
            assertThat(request.digest())
                    .isEqualTo(CanonicalJson.digest(request.data()
                            .without("timestamp")
                            .without("session_id")
                            .without("tool_call_id")));
        }

        @Test
        void has_the_defaults_of_an_empty_question() {
            recording.asks(HookResult.ask(""));

            recording.answering("Allow").emit("tool:pre", Map.of());

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.prompt()).isEqualTo("Allow this operation?");
            assertThat(request.options()).containsExactly("Allow", "Deny");
            assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(300));
        }
    }

    @ParameterizedTest(name = "\"{0}\" grants: {1}")
    @CsvSource({
        "Allow, true",
        "Allow once, true",
        "ALLOW THIS, true",
        "allow\tit, true",
        "Deny, false",
        "Allowed, false",
        "Disallow, false",
        "not offered, false",
        "Allow elsewhere, false",
        "Yes allow, false",
        "'', false"
    })
    void an_answer_grants_iff_it_was_offered_and_its_first_word_is_allow(String answer, boolean grants) {
        recording.asks(HookResult.ask("Sure?")
                .options("Allow", "Allow once", "ALLOW THIS", "allow\tit", "Deny", "Allowed", "Disallow", "Yes allow"));

        assertThat(recording.answering(answer).emit("tool:pre", Map.of()).denied())
                .isEqualTo(!grants);
    }

    @Test
    void several_questions_are_asked_one_after_another_and_all_must_be_granted() {
        recording.hooks.register("tool:pre", 0, "first", (event, data) -> HookResult.ask("one"));
        recording.hooks.register("tool:pre", 1, "second", (event, data) -> HookResult.ask("two"));
        recording.hooks.register("tool:pre", 2, "third", (event, data) -> HookResult.ask("three"));

        var outcome = recording
                .asking(request -> request.prompt().equals("two") ? "Deny" : "Allow")
                .emit("tool:pre", Map.of());

        assertThat(recording.asked).extracting(ApprovalRequest::prompt).containsExactly("one", "two");
        assertThat(outcome.reason()).isEqualTo("User denied: two");
    }

    @Test
    void a_long_prompt_is_cut_in_the_reason_at_200_characters() {
        recording.asks(HookResult.ask("x".repeat(500)));

        assertThat(recording.answering("Deny").emit("tool:pre", Map.of()).reason())
                .isEqualTo("User denied: " + "x".repeat(200));
    }

    @Nested
    class Allow_always {

        @Test
        void is_remembered_for_the_session_and_every_use_is_on_the_record() {
            recording.asks(HookResult.ask("Sure?").options("Allow once", "Allow always", "Deny"));
            var session = recording.answering("Allow always");

            session.emit("tool:pre", Recording.bash("ls"));
            session.emit("tool:pre", Recording.bash("ls"));

            assertThat(recording.asked).hasSize(1);
            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::how)
                    .containsExactly("answered", "remembered");
        }

        @Test
        void is_not_what_allow_once_and_denials_are() {
            recording.asks(HookResult.ask("Sure?").options("Allow once", "Allow always", "Deny"));
            for (String answer : List.of("Allow once", "Deny")) {
                var session = recording.answering(answer);
                session.emit("tool:pre", Map.of());
                session.emit("tool:pre", Map.of());
            }

            assertThat(recording.asked).hasSize(4);
        }

        @Test
        void holds_for_the_same_hook_event_tool_prompt_and_options_only() {
            recording.hooks.register(
                    "tool:*",
                    0,
                    "guard",
                    (event, data) -> HookResult.ask(data.text("prompt")).options("Allow always", data.text("option")));
            var session = recording.answering("Allow always");
            var base = EventData.of("tool_name", "a", "prompt", "b,c", "option", "d");

            session.emit("tool:pre", base);
            session.emit("tool:pre", base);
            session.emit("tool:post", base);
            session.emit("tool:pre", base.with("tool_name", "a,b").with("prompt", "c"));
            session.emit("tool:pre", base.with("prompt", "b").with("option", "c,d"));

            assertThat(recording.asked).hasSize(4);
        }

        @Test
        void ends_with_the_session_and_is_not_a_childs() {
            recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");
            session.emit("tool:pre", Map.of());

            session.child("child").build().emit("tool:pre", Map.of());

            assertThat(recording.asked).hasSize(2);
        }
    }

    @Test
    void a_grant_that_waits_in_the_store_is_for_the_event_that_was_asked_about() {
        ApprovalStore store = ApprovalStore.inMemory();
        EventData data = EventData.of("path", "a");
        Question question =
                new Question("guard", "Sure?", Question.DEFAULT_OPTIONS, Duration.ofMinutes(1), Decision.DENY, "", "");
        String digest = ApprovalRequest.digestOf(data);
        store.request(new ApprovalRequest("r-1", "s-1", "file:read", question, data, digest, Recording.NOW));
        store.decide("r-1", digest, new Vote("alice", "terminal", "Allow", true, "", null, null));
        recording.hooks.register("file:*", 0, question.author(), (event, given) -> HookResult.ask("Sure?"));
        var session = recording
                .builder()
                .approvalStore(store)
                .approvals(request -> "Deny")
                .build();

        assertThat(session.emit("file:delete", data).reason()).isEqualTo("User denied: Sure?");
        assertThat(session.emit("file:read", data).denied()).isFalse();
    }
}
