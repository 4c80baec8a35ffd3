package dev.carabiner.examples;

import dev.carabiner.event.Events;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;

/**
 * Settles where a path leads before a guard decides about it. The guards, the human, the permit and the tool then all
 * have the same one, and a link changed in the meantime changes nothing.
 */
final class CanonicalPaths {

    private CanonicalPaths() {}

    static Registration mount(HookRegistry hooks, Workspace workspace) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name("canonical-paths")
                .priority(-100)
                .onFailure(FailurePolicy.DENY);
        return hooks.on(Events.TOOL_PRE, options, (call, data) -> {
            if (!FileTools.WRITING.contains(call.toolName())) {
                return HookResult.proceed();
            }
            String asked = FileTools.required(call.toolInput(), "file_path");
            String settled = workspace.canonical(asked).toString();
            return settled.equals(asked)
                    ? HookResult.proceed()
                    : HookResult.modify(data.update("tool_input", input -> input.with("file_path", settled)));
        });
    }
}
