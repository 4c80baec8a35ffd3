package org.example;

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

/** The quick start of Carabiner's README, as a program. */
public final class QuickStart {

    private QuickStart() {}

    public static void main(String[] args) {
        callTool("Bash", Map.of("command", "ls"));
        callTool("SendMoney", Map.of("amount", 1_000_000));
    }

    private static void callTool(String tool, Map<String, ?> input) {
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

    private static String runTool(String tool, EventData input) {
        return tool + " ran with " + input;
    }

    private static void tellModel(String text) {
        System.out.println(text);
    }
}
