package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Answer;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.Streamed;
import dev.carabiner.audit.RecordedRun;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RecordOfEmitsTest {

    private final Recording recording = new Recording();

    private Emitted emitted(String event) {
        return recording.records(Emitted.class).stream()
                .filter(it -> it.event().equals(event))
                .findFirst()
                .orElseThrow();
    }

    private static ToolCall bash(String command) {
        return new ToolCall("c-1", "Bash", EventData.of("command", command));
    }

    @Nested
    class An_emit {

        @Test
        void gives_its_id_to_all_that_follows_from_it() {
            recording.hooks.register("tool:pre", 0, "guard", (event, data) -> {
                System.out.print("output");
                return HookResult.ask("Sure?").userMessage("hi");
            });
            recording.hooks.register("tool:pre", 1, "linter", (event, data) -> HookResult.inject("x"));

            recording.answering("Allow").call(bash("ls"), input -> ToolResult.of("done"));

            String id = emitted("tool:pre").emit();
            assertThat(recording.records)
                    .filteredOn(it -> !(it instanceof Emitted))
                    .extracting(AuditRecord::type)
                    .contains(
                            "approval_request",
                            "approval_decision",
                            "injection",
                            "message",
                            "output",
                            "permit_minted",
                            "permit_used");
            assertThat(recording.records)
                    .filteredOn(it -> !(it instanceof Emitted))
                    .extracting(AuditRecord::emit)
                    .containsOnly(id);
            for (String event : List.of("approval:required", "approval:granted", "tool:post")) {
                assertThat(emitted(event).parent()).as(event).isEqualTo(id);
            }
        }

        @Test
        void of_a_handler_names_the_one_it_came_out_of() {
            SessionCoordinator session = recording.session();
            recording.hooks.register("a:b", 0, "nests", (event, data) -> {
                session.emit("c:d", Map.of());
                return null;
            });

            session.emit("a:b", Map.of());

            assertThat(emitted("c:d").parent()).isEqualTo(emitted("a:b").emit()).isNotEmpty();
            assertThat(emitted("a:b").parent()).isEmpty();
        }

        @Test
        void is_recorded_with_the_data_as_they_came_and_each_change_with_its_author() {
            recording.hooks.register(
                    "tool:pre",
                    0,
                    "adds",
                    (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("a", 1))));
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "drops",
                    (event, data) -> HookResult.modify(data.update("tool_input", it -> it.without("command"))));

            recording.session().permitTool(bash("ls"));

            Emitted emitted = emitted("tool:pre");
            assertThat(emitted.data().object("tool_input")).isEqualTo(EventData.of("command", "ls"));
            assertThat(emitted.changes()).extracting("by").containsExactly("adds", "drops");
            assertThat(emitted.changes().get(0).patch()).extracting("path").containsExactly("/tool_input/a");
            assertThat(emitted.changes().get(1).patch()).extracting("path").containsExactly("/tool_input/command");
        }

        @Test
        void tells_of_each_run_what_it_said_and_of_the_others_why_they_did_not_run() {
            recording.hooks.register(
                    "tool:pre",
                    0,
                    "injects",
                    (event, data) -> HookResult.inject("text").because("b"));
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "asks",
                    (event, data) -> HookResult.ask("Sure?").reason("r"));
            recording.hooks.register(
                    HookOptions.forEvent("tool:pre").priority(2).name("edits").tools("Edit"), (event, data) -> null);
            recording.hooks.register("tool:pre", 3, "denies", (event, data) -> HookResult.deny("no"));
            recording.hooks.register("tool:pre", 4, "late", (event, data) -> null);

            recording.session().permitTool(bash("ls"));

            Emitted emitted = emitted("tool:pre");
            assertThat(emitted.runs()).extracting(RecordedRun::text).containsExactly("text", "", "");
            assertThat(emitted.runs()).extracting(RecordedRun::because).containsExactly("b", "", "");
            assertThat(emitted.runs()).extracting(RecordedRun::prompt).containsExactly("", "Sure?", "");
            assertThat(emitted.runs()).extracting(RecordedRun::reason).containsExactly("", "r", "no");
            assertThat(emitted.runs()).extracting(RecordedRun::startNanos).isSorted();
            assertThat(emitted.skipped()).extracting("hook").containsExactly("edits", "late");
            assertThat(emitted.skipped()).extracting("why").containsExactly("only for Edit", "after the deny");
            assertThat(emitted.decidedBy()).isEqualTo("denies");
        }
    }

    @Nested
    class A_denial {

        private Denied only() {
            assertThat(recording.records(PermitMinted.class)).isEmpty();
            assertThat(recording.records(Denied.class)).hasSize(1);
            Denied denied = recording.records(Denied.class).getFirst();
            assertThat(denied.emit()).isEqualTo(emitted("tool:pre").emit());
            assertThat(denied.toolCallId()).isEqualTo("c-1");
            assertThat(denied.tool()).isEqualTo("Bash");
            return denied;
        }

        @Test
        void by_a_hook_is_one() {
            recording.hooks.register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("no"));
            recording.session().permitTool(bash("ls"));

            assertThat(only()).extracting("by", "actor", "reason").containsExactly("hook", "guard", "no");
        }

        @Test
        void by_a_guard_that_failed_is_one() {
            recording.hooks.register(
                    HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY), (event, data) -> {
                        throw new IllegalStateException("broken");
                    });
            recording.session().permitTool(bash("ls"));

            assertThat(only())
                    .extracting("by", "actor", "reason")
                    .containsExactly("failure", "guard", "Guard guard unavailable: broken");
        }

        @Test
        void is_its_own_author_s_whatever_became_of_another_one_of_that_name() {
            recording.hooks.register("tool:pre", 0, "guard", (event, data) -> {
                throw new IllegalStateException("broken");
            });
            recording.hooks.register("tool:pre", 1, "guard", (event, data) -> HookResult.deny("no"));
            recording.session().permitTool(bash("ls"));

            assertThat(only()).extracting("by", "actor", "reason").containsExactly("hook", "guard", "no");
        }

        @Test
        void by_a_guard_s_second_answer_is_the_guard_s_though_its_first_call_failed() {
            AtomicInteger calls = new AtomicInteger();
            recording.hooks.register(
                    HookOptions.forEvent("tool:pre").name("guard").guard().onFailure(FailurePolicy.CONTINUE),
                    (event, data) -> {
                        if (calls.incrementAndGet() == 1) {
                            throw new IllegalStateException("broken");
                        }
                        return HookResult.deny("no");
                    });
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "change",
                    (event, data) -> HookResult.modify(data.with("tool_input", Map.of("command", "pwd"))));
            recording.session().permitTool(bash("ls"));

            assertThat(only()).extracting("by", "actor", "reason").containsExactly("hook", "guard", "no");
        }

        @Test
        void by_a_human_is_one() {
            recording.asks(HookResult.ask("Sure?"));
            recording.answering("Deny").permitTool(bash("ls"));

            assertThat(only()).extracting("by", "reason").containsExactly("human", "User denied: Sure?");
            assertThat(only().request()).isNotEmpty();
        }

        @Test
        void for_want_of_anyone_to_ask_is_one() {
            recording.asks(HookResult.ask("Sure?"));
            recording.session().permitTool(bash("ls"));

            assertThat(only()).extracting("by", "reason").containsExactly("failure", "No approval system available");
        }

        @Test
        void by_a_cancellation_is_one() {
            SessionCoordinator session = recording.session();
            session.cancellation().requestGraceful();
            session.permitTool(bash("ls"));

            assertThat(only().by()).isEqualTo("cancellation");
        }

        @Test
        void by_a_failed_masker_is_one() {
            recording
                    .builder()
                    .maskers(List.of(data -> {
                        throw new IllegalStateException("secret");
                    }))
                    .build()
                    .permitTool(bash("ls"));

            assertThat(recording.records(Denied.class)).extracting(Denied::by).containsExactly("failure");
        }
    }

    @Nested
    class A_streamed_answer {

        private SessionCoordinator session = recording.session();

        private void stream(String... pieces) {
            for (String piece : pieces) {
                session.emit("content_block:delta", Map.of("index", 0, "delta", piece));
            }
        }

        @Test
        void is_one_record_per_block() throws Exception {
            session.emit("content_block:start", Map.of("index", 0));
            stream("a", "\ud83d", "\ude00", "ü");
            session.emit("content_block:end", Map.of("index", 0));

            assertThat(recording.records).extracting(AuditRecord::type).containsExactly("emit", "stream", "emit");
            Streamed streamed = recording.records(Streamed.class).getFirst();
            byte[] text = "a\ud83d\ude00ü".getBytes(StandardCharsets.UTF_8);
            assertThat(streamed).extracting("index", "pieces", "bytes").containsExactly(0L, 4L, (long) text.length);
            assertThat(streamed.digest())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(text)));
        }

        @Test
        void has_a_record_for_each_piece_that_a_handler_answered_to() {
            recording.hooks.register(
                    "content_block:delta",
                    0,
                    "censor",
                    (event, data) -> data.text("delta").equals("b") ? HookResult.deny("no") : HookResult.proceed());

            stream("a", "b", "c");
            session.emit("provider:response", Map.of());

            assertThat(recording.records)
                    .extracting(AuditRecord::type)
                    .containsExactly("emit", "denial", "stream", "emit");
            assertThat(recording.records(Streamed.class).getFirst().pieces()).isEqualTo(3);
        }

        @Test
        void is_folded_too_if_its_pieces_have_no_text() throws Exception {
            session.emit("content_block:delta", Map.of("delta", Map.of("partial_json", "{")));
            session.emit("content_block:delta", Map.of("text", "a"));
            session.emit("content_block:end", Map.of());

            assertThat(recording.records).extracting(AuditRecord::type).containsExactly("stream", "emit");
            byte[] text = "{\"delta\":{\"partial_json\":\"{\"}}{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8);
            assertThat(recording.records(Streamed.class).getFirst().digest())
                    .isEqualTo(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(text)));
        }

        @Test
        void that_was_not_completed_is_on_record_when_the_session_ends() {
            stream("a", "b");
            session.end();

            assertThat(recording.records(Streamed.class))
                    .extracting(Streamed::pieces)
                    .containsExactly(2L);
        }
    }

    @Test
    void an_edited_input_is_judged_in_an_emit_of_its_own_that_says_who_edited_what() {
        recording.hooks.register(
                "tool:pre",
                0,
                "guard",
                (event, data) ->
                        "rm".equals(data.object("tool_input").text("command")) ? HookResult.ask("Sure?") : null);
        SessionCoordinator session = recording
                .builder()
                .channels(List.of(pending -> {
                    pending.decide(Answer.of("Allow", "alice", pending.request().digest())
                            .input(EventData.of("command", "ls")));
                    return () -> {};
                }))
                .build();

        session.permitTool(bash("rm"));

        List<Emitted> both = recording.records(Emitted.class).stream()
                .filter(it -> it.event().equals("tool:pre"))
                .toList();
        assertThat(both).hasSize(2);
        assertThat(both.get(1).parent()).isEqualTo(both.get(0).emit());
        assertThat(both.get(1).edit().by()).isEqualTo("alice");
        assertThat(both.get(1).edit().patch()).extracting("path", "value").hasSize(1);
        assertThat(recording.records(PermitMinted.class))
                .extracting("emit")
                .containsExactly(both.get(0).emit());
    }
}
