package dev.carabiner.runtime.agent;

import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.testkit.agent.ToolContract;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The tool that delegates keeps the contract of tools, with a sub-agent that works offline. */
public class TaskToolContractTest extends ToolContract {

    private static final Position HERE = new Position("test.yaml", 1);

    private final List<Session> sessions = new ArrayList<>();

    @Override
    protected Tool newTool(Workspace workspace) {
        AgentSpec helper = new AgentSpec("helper", "helps", "You help.", List.of(), HERE);
        Bundle bundle = new Bundle(
                "test",
                "1",
                SectionValues.NONE,
                List.of(new ModuleSpec("provider-offline", EventData.empty(), HERE)),
                List.of(new ModuleSpec("tool-task", EventData.empty(), HERE)),
                List.of(),
                List.of(helper));
        Session session =
                Session.builder().bundle(bundle).workingDirectory(directory).start();
        sessions.add(session);
        TaskTool tool = new TaskTool(List.of(helper));
        tool.delegatesFrom(session);
        return tool;
    }

    @Override
    protected EventData usualInput() {
        return EventData.of("subagent_type", "helper", "prompt", "hello");
    }

    @AfterEach
    void close() {
        sessions.forEach(Session::close);
    }
}
