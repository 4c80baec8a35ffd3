package org.example;

import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.Map;

// snippet: hook-module
/** Denies a {@code Write} whose content is longer than the bundle says. */
public final class WriteLimit implements HookModule {

    @Override
    public String name() {
        return "write-limit";
    }

    @Override
    public String description() {
        return "Denies to write files that are too long.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("characters", ConfigType.NUMBER);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        int most = config.number("characters", 100_000);
        HookOptions options = HookOptions.forEvent("tool:pre").name(name()).onFailure(FailurePolicy.DENY);
        return mount.hooks().on(Events.TOOL_PRE, options, (call, data) -> judge(call, most));
    }

    /** A result, or null to let the call go on. */
    private static HookResult judge(ToolPre call, int most) {
        if (!call.toolName().equals("Write") || !(call.toolInput().get("content") instanceof String content)) {
            return null;
        }
        return content.length() <= most
                ? null
                : HookResult.deny(content.length() + " characters are more than the " + most + " that a file may have");
    }
}
// end
