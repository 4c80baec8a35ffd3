package org.example;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
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

        switch (session.permitTool(tool, input)) {
            case ToolGate.Permitted(var permit, var outcome) -> runTool(tool, session.redeem(permit, tool));
            case ToolGate.Refused(var reason, var outcome) -> tellModel("Denied by hook: " + reason);
        }
        // end
    }

    private static void runTool(String tool, EventData input) {
        System.out.println(tool + " runs with " + input);
    }

    private static void tellModel(String text) {
        System.out.println(text);
    }
}
