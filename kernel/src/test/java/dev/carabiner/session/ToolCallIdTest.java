package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Everything that belongs to one call says so. */
class ToolCallIdTest {

    private static final ToolCall CALL = new ToolCall("id-1", "Bash", EventData.of("command", "ls"));

    private final Recording recording = new Recording();

    @Test
    void the_events_of_a_call_and_its_records_carry_its_id() {
        recording.asks(HookResult.ask("Sure?"));
        List<String> events = new ArrayList<>();
        recording.hooks.observe("tool:*", (event, data) -> events.add(event + " " + data.text("tool_call_id")));
        recording.hooks.observe("approval:*", (event, data) -> events.add(event + " " + data.text("tool_call_id")));

        recording.answering("Allow").call(CALL, input -> ToolResult.of(""));

        assertThat(events)
                .containsExactly("tool:pre id-1", "approval:required id-1", "approval:granted id-1", "tool:post id-1");
        assertThat(recording.records)
                .filteredOn(record -> !(record instanceof Emitted))
                .extracting(record -> EventData.of((Record) record).text("tool_call_id"))
                .hasSize(4)
                .containsOnly("id-1");
    }

    @Test
    void what_hooks_inject_show_and_print_meanwhile_is_recorded_with_it() {
        recording.hooks.register("tool:*", 0, "talks", (event, data) -> {
            System.out.println("talking");
            return HookResult.inject("Mind this").userMessage("Look");
        });
        recording.hooks.register("tool:post", 1, "floods", (event, data) -> HookResult.inject("x".repeat(20_000)));

        recording.session().call(CALL, input -> ToolResult.of(""));

        assertThat(recording.records)
                .filteredOn(record -> !(record instanceof Emitted))
                .allSatisfy(record -> assertThat(EventData.of((Record) record).text("tool_call_id"))
                        .as(record.type())
                        .isEqualTo("id-1"))
                .extracting(AuditRecord::type)
                .contains("injection", "message", "output");
    }

    @Test
    void a_refusal_and_an_error_carry_it_too() {
        recording.asks(HookResult.ask("Sure?"));
        List<String> ids = new ArrayList<>();
        recording.hooks.observe("approval:denied", (event, data) -> ids.add(data.text("tool_call_id")));
        recording.hooks.observe("error:tool", (event, data) -> ids.add(data.text("tool_call_id")));

        recording.answering("Deny").call(CALL, input -> ToolResult.of(""));
        recording.answering("Allow").call(CALL, input -> {
            throw new IllegalStateException();
        });

        assertThat(ids).containsExactly("id-1", "id-1");
    }

    @Test
    void a_port_that_fails_meanwhile_is_recorded_with_it() {
        recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
        recording.hooks.register(
                "tool:post", 0, "talks", (event, data) -> HookResult.inject("x").userMessage("Look"));
        SessionCoordinator session = recording
                .builder()
                .approvals(ApprovalSystem.answering("Allow always"))
                .channels(List.of(pending -> () -> {
                    throw new IllegalStateException("the screen is gone");
                }))
                .approvalStore(ApprovalStoreFailureTest.failing(Set.of("remembered", "finish")))
                .display(message -> {
                    throw new IllegalStateException("the screen is gone");
                })
                .injections(injection -> {
                    throw new IllegalStateException("the conversation is gone");
                })
                .build();

        session.call(CALL, input -> ToolResult.of(""));

        assertThat(recording.records(AuditRecord.PortFailed.class))
                .allSatisfy(failed ->
                        assertThat(failed.toolCallId()).as(failed.actor()).isEqualTo("id-1"))
                .extracting(AuditRecord.PortFailed::actor)
                .contains("approval store", "display", "context");
    }

    @Test
    void a_port_that_fails_apart_from_any_call_is_recorded_without_one() {
        recording.hooks.register("a:b", (event, data) -> HookResult.inject("x"));
        SessionCoordinator session = recording
                .builder()
                .injections(injection -> {
                    throw new IllegalStateException("the conversation is gone");
                })
                .build();

        session.emit("a:b", Map.of());

        assertThat(recording.records(AuditRecord.PortFailed.class))
                .extracting(AuditRecord.PortFailed::toolCallId)
                .containsOnlyNulls();
    }

    @Test
    void no_hook_can_change_or_remove_it() {
        recording.hooks.register(
                "tool:*", 0, "forges", (event, data) -> HookResult.modify(data.with("tool_call_id", "forged")));
        recording.hooks.register(
                "tool:*", 1, "removes", (event, data) -> HookResult.modify(data.without("tool_call_id")));
        List<String> seen = new ArrayList<>();
        recording.hooks.observe("tool:*", (event, data) -> seen.add(data.text("tool_call_id")));

        ToolAnswer answer = recording.session().call(CALL, input -> ToolResult.of(""));

        assertThat(seen).containsExactly("id-1", "id-1");
        assertThat(answer.pre().data().text("tool_call_id")).isEqualTo("id-1");
        assertThat(recording.records(AuditRecord.PermitUsed.class))
                .extracting(AuditRecord.PermitUsed::toolCallId)
                .containsExactly("id-1");
    }

    @Test
    void an_id_is_pinned_in_whatever_emit_brings_one() {
        recording.hooks.register(
                "a:b", 0, "forges", (event, data) -> HookResult.modify(data.with("tool_call_id", "forged")));

        var outcome = recording.session().emit("a:b", Map.of("tool_call_id", "mine"));

        assertThat(outcome.data().text("tool_call_id")).isEqualTo("mine");
    }

    @Test
    void a_permit_has_the_id_of_its_call_and_none_that_a_hook_makes_up() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.modify(data.with("tool_call_id", "made up")));
        var session = recording.session();

        var named = (ToolGate.Permitted) session.permitTool(CALL);
        var unnamed = (ToolGate.Permitted) session.permitTool("Bash", Map.of());

        assertThat(named.permit().callId()).isEqualTo("id-1");
        assertThat(unnamed.permit().callId()).isNull();
    }
}
