package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/** A session with all shipped tools in a directory, and the one way to run them. */
final class Rig {

    final HookRegistry hooks = new HookRegistry();
    final SessionCoordinator session =
            SessionCoordinator.builder().sessionId("s-1").hooks(hooks).build();
    final Workspace workspace;
    final ToolBox box;

    Rig(Path directory) {
        this(directory, Map.of());
    }

    Rig(Path directory, Map<String, EventData> settings) {
        try {
            workspace = Workspace.at(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Tool> tools = new ArrayList<>();
        for (ToolModule module : ServiceLoader.load(ToolModule.class)) {
            tools.addAll(module.create(settings.getOrDefault(module.name(), EventData.empty()), workspace));
        }
        box = new ToolBox(tools);
    }

    /** As an orchestrator does it, but for the schema, which the box checks anyway. */
    ToolResult run(String tool, Object... input) throws Exception {
        return box.run(permit(tool, input), new ToolRun(session));
    }

    ToolPermit permit(String tool, Object... input) {
        return ((ToolGate.Permitted) session.permitTool(tool, box.settled(tool, input(input)))).permit();
    }

    static EventData input(Object... input) {
        EventData data = EventData.empty();
        for (int i = 0; i < input.length; i += 2) {
            data = data.with((String) input[i], input[i + 1]);
        }
        return data;
    }
}
