package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StandingObjectionTest {

    private static final ToolCall LS = new ToolCall("1", "Bash", EventData.of("command", "ls"));

    private final AtomicReference<@Nullable String> objection = new AtomicReference<>();
    private final HookRegistry hooks = new HookRegistry();
    private final List<String> ran = new ArrayList<>();

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .hooks(hooks)
                .approvals(request -> {
                    objection.set("stopped meanwhile");
                    return "Allow";
                })
                .standingObjection(objection::get)
                .build();
    }

    private ToolAnswer call(SessionCoordinator session) {
        return session.call(LS, input -> {
            ran.add("ls");
            return ToolResult.of("");
        });
    }

    @Test
    void lets_a_call_run_while_there_is_none() {
        assertThat(call(session()).status()).isEqualTo(ToolAnswer.Status.RAN);
    }

    @Test
    void keeps_a_permit_from_before_from_being_redeemed() {
        SessionCoordinator session = session();
        ToolPermit permit = ((ToolGate.Permitted) session.permitTool("Bash", Map.of())).permit();
        objection.set("stopped");

        assertThatThrownBy(() -> session.redeem(permit, "Bash")).hasMessageContaining("stopped");
    }

    @Test
    void counts_for_children_too() {
        objection.set("stopped");
        ToolAnswer answer = call(session().child("s-1-1").build());

        assertThat(answer.status()).isEqualTo(ToolAnswer.Status.DENIED);
        assertThat(answer.text()).isEqualTo("Denied by hook: stopped");
        assertThat(ran).isEmpty();
    }

    @Test
    void that_comes_while_a_human_is_asked_refuses_the_permit() {
        hooks.on("tool:pre", (event, data) -> HookResult.ask("May it?"));

        assertThat(session().permitTool(LS))
                .isInstanceOfSatisfying(
                        ToolGate.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo("stopped meanwhile"));
    }

    @Test
    void that_cannot_be_found_out_refuses() {
        SessionCoordinator session = SessionCoordinator.builder()
                .standingObjection(() -> {
                    throw new IllegalStateException("no disk");
                })
                .build();

        assertThat(call(session).text()).contains("no disk");
        assertThat(ran).isEmpty();
    }
}
