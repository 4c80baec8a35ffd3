package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.ToolCall;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be recorded is not permitted. */
class AuditFailureTest {

    private final Recording recording = new Recording();

    private static AuditLog failingOn(Predicate<AuditRecord> which, boolean durable) {
        return new AuditLog() {
            @Override
            public void append(AuditRecord record) {
                if (which.test(record)) {
                    throw new IllegalStateException("disk full");
                }
            }

            @Override
            public boolean durable() {
                return durable;
            }
        };
    }

    private SessionCoordinator failing(String type) {
        return recording
                .builder()
                .approvals(request -> "Allow")
                .audit(failingOn(record -> record.type().equals(type), true))
                .build();
    }

    @Test
    void an_emit_that_cannot_be_recorded_is_denied() {
        var outcome = failing("emit").emit("tool:pre", Map.of());

        assertThat(outcome.reason()).isEqualTo("Audit log failed: disk full");
    }

    @Test
    void a_permit_that_cannot_be_recorded_is_not_given() {
        assertThat(failing("permit_minted").permitTool("Bash", Map.of()))
                .isInstanceOfSatisfying(ToolGate.Refused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("Audit log failed: disk full");
                    assertThat(refused.outcome().denied()).isTrue();
                });
    }

    @Test
    void a_permit_whose_use_cannot_be_recorded_cannot_be_used_and_is_spent() {
        var session = failing("permit_used");
        var permit = ((ToolGate.Permitted) session.permitTool("Bash", Map.of())).permit();

        assertThatThrownBy(() -> session.redeem(permit, "Bash")).hasMessageContaining("disk full");
        assertThatThrownBy(() -> session.redeem(permit, "Bash")).hasMessageContaining("used before");
    }

    @Test
    void a_grant_that_cannot_be_recorded_is_no_grant() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));

        assertThat(failing("approval_decision").emit("tool:pre", Map.of()).reason())
                .isEqualTo("Audit log failed: disk full");
    }

    @Test
    void a_question_that_cannot_be_recorded_is_not_asked() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));
        var session = recording
                .builder()
                .approvals(request -> {
                    throw new AssertionError("was asked");
                })
                .audit(failingOn(record -> record.type().equals("approval_request"), true))
                .build();

        assertThat(session.emit("tool:pre", Map.of()).reason()).isEqualTo("Audit log failed: disk full");
    }

    @Test
    void who_chooses_to_continue_goes_on_unrecorded() {
        var session = recording
                .builder()
                .audit(failingOn(record -> true, true))
                .onAuditFailure(AuditFailurePolicy.CONTINUE)
                .build();

        assertThat(session.permitTool("Bash", Map.of())).isInstanceOf(ToolGate.Permitted.class);
    }

    @Test
    void a_log_that_promises_nothing_can_fail_without_harm() {
        var session =
                recording.builder().audit(failingOn(record -> true, false)).build();

        assertThat(session.permitTool("Bash", Map.of())).isInstanceOf(ToolGate.Permitted.class);
    }

    @Test
    void a_log_that_cannot_even_say_what_it_promises_is_relied_on() {
        var session = recording
                .builder()
                .audit(new AuditLog() {
                    @Override
                    public void append(AuditRecord record) {
                        throw new IllegalStateException("disk full");
                    }

                    @Override
                    public boolean durable() {
                        throw new IllegalStateException("gone");
                    }
                })
                .build();

        assertThat(session.emit("prompt:submit", Map.of()).reason()).isEqualTo("Audit log failed: disk full");
    }

    @ParameterizedTest
    @ValueSource(strings = {"emit", "permit_minted", "permit_used", "approval_decision"})
    void a_denial_because_one_record_failed_is_on_the_record_itself(String type) {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));
        List<AuditRecord> kept = new ArrayList<>();
        AuditLog failing = failingOn(record -> record.type().equals(type), true);
        var session = recording
                .builder()
                .approvals(request -> "Allow")
                .audit(record -> {
                    failing.append(record);
                    kept.add(record);
                })
                .build();

        var answer = session.call(new ToolCall("c-1", "Bash", Map.of()), input -> ToolResult.of("ran"));

        assertThat(answer.status()).isEqualTo(ToolAnswer.Status.DENIED);
        assertThat(kept)
                .filteredOn(AuditRecord.Denied.class::isInstance)
                .singleElement()
                .extracting("by", "reason", "tool", "toolCallId")
                .containsExactly("failure", "Audit log failed: disk full", "Bash", "c-1");
    }
}
