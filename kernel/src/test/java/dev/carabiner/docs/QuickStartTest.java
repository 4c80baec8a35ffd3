package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The README's quick start. */
class QuickStartTest {

    private final StringBuilder ran = new StringBuilder();

    private String runTool(String name, EventData input) {
        ran.append(name).append(' ').append(input).append(": ");
        return "done";
    }

    private void tellModel(String text) {
        ran.append(text);
    }

    @Test
    void a_guard_stops_one_tool_and_a_human_lets_another_through() {
        callTool("Bash", Map.of("command", "ls"));
        assertThat(ran.toString()).isEqualTo("Bash {command=ls}: done");
        ran.setLength(0);

        callTool("SendMoney", Map.of("amount", 1_000_000));
        assertThat(ran.toString()).isEqualTo("Denied by hook: SendMoney is not for this agent");
    }

    private void callTool(String tool, Map<String, ?> input) {
        // snippet: quick-start
        HookRegistry hooks = new HookRegistry();
        hooks.on(
                Events.TOOL_PRE,
                HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY),
                (call, data) -> switch (call.toolName()) {
                    case "Read", "Grep" -> HookResult.proceed();
                    case "Bash" -> HookResult.ask("Run this command?").options("Allow once", "Deny");
                    default -> HookResult.deny(call.toolName() + " is not for this agent");
                });

        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .approvals(ApprovalSystem.answering("Allow once")) // a terminal or a web page, in real life
                .build();

        ToolAnswer answer = session.call(
                new ToolCall("call-1", tool, EventData.of(input)), // as the model made it
                permitted -> ToolResult.of(runTool(tool, permitted))); // runs only if it is permitted, with that input
        tellModel(answer.text());
        // end
    }
}
