package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.engine.SessionException;
import dev.carabiner.hook.HookResult;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log that takes nothing any more stops a session, which is no denial. */
@Timeout(60)
class AuditTroubleTest {

    private final AtomicInteger effects = new AtomicInteger();
    private final Stage stage = new Stage().tool(Stage.tool("Act", false, (input, run) -> {
        effects.incrementAndGet();
        return "done";
    }));

    /** Full from the moment when this type of record comes for the first time. */
    private static AuditLog fullAt(String type) {
        return new AuditLog() {
            private volatile boolean full;

            @Override
            public void append(AuditRecord record) {
                full |= record.type().equals(type);
                if (full) {
                    throw new IllegalStateException("No space left on device");
                }
            }
        };
    }

    /** Takes everything, and cannot write it in the end. */
    private static AuditLog fullWhenClosed() {
        class Buffering implements AuditLog, AutoCloseable {
            @Override
            public void append(AuditRecord record) {}

            @Override
            public void close() {
                throw new IllegalStateException("No space left on device");
            }
        }
        return new Buffering();
    }

    @Test
    void keeps_a_session_from_beginning() {
        SessionBuilder builder = stage.builder(Script.of()).audit(fullAt("emit"));

        assertThatThrownBy(builder::start)
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.denied()).isFalse())
                .hasMessageContaining("The audit log failed: ")
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("session.audit.on_failure: continue");
    }

    @Test
    void ends_a_turn_before_the_tool_and_is_no_denial() {
        Script script = Script.of(calls(call("1", "Act")), calls(call("2", "Act")));
        try (Session session =
                stage.builder(script).audit(fullAt("permit_minted")).start()) {
            TurnResult result = session.prompt("act");

            assertThat(result.status()).isEqualTo(TurnStatus.ERROR);
            assertThat(result.denied()).isFalse();
            assertThat(result.answer()).startsWith("The audit log failed: ").contains("No space left on device");
        }
        assertThat(effects).hasValue(0);
    }

    @Test
    void at_the_very_end_is_known_too() {
        Session session = stage.builder(Script.of()).audit(fullWhenClosed()).start();
        assertThat(session.prompt("hi").status()).isEqualTo(TurnStatus.SUCCESS);
        assertThat(session.auditTrouble()).isNull();
        session.close();

        assertThat(session.auditTrouble()).contains("No space left on device");
    }

    @Test
    void is_not_what_a_hook_says_that_it_is() {
        stage.hooks.on("prompt:submit", (event, data) -> HookResult.deny("Audit log failed: not really"));
        try (Session session = stage.builder(Script.of()).audit(fullAt("never")).start()) {
            assertThat(session.prompt("act").status()).isEqualTo(TurnStatus.DENIED);
        }
    }
}
