package dev.carabiner.adapter.scenario;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What an adapter is given to play the scenario with.
 *
 * @param isStreaming whether the model answers piece by piece: word by word, each with the blank behind it
 */
public record ScenarioStage(ScenarioScript script, ScenarioTools tools, boolean isStreaming, Path logs) {

    /** How long a person takes to answer. */
    static final Duration THINKING = Duration.ofSeconds(2);

    private static final Position HERE = new Position("scenario", 1);

    /** Answers as a person would. */
    public static ApprovalSystem human() {
        return request -> {
            Thread.sleep(THINKING.toMillis());
            return "Allow";
        };
    }

    /** An engine under the scenario's policy, for the agent of a framework. */
    public Engine engine() {
        return Engine.builder()
                .approvals(human())
                .auditDirectory(logs)
                .lockdown(Lockdown.at(logs.resolve("no-lockdown")))
                .with(policy());
    }

    /** The same policy for the runtime, with the sub-agent that the tool of the runtime can call. */
    public Bundle bundle() {
        Bundle policy = policy();
        return new Bundle(
                policy.name(),
                policy.version(),
                policy.session().with(SessionKeys.STREAMING, isStreaming),
                List.of(new ModuleSpec("provider-offline", EventData.empty(), HERE)),
                List.of(new ModuleSpec("tool-task", EventData.empty(), HERE)),
                policy.hooks(),
                List.of(new AgentSpec(
                        "Expert", "files things", ScenarioTools.INSTRUCTIONS, ScenarioTools.NAMES, HERE)));
    }

    private static Bundle policy() {
        return new Bundle(
                "scenario",
                "1",
                SectionValues.NONE,
                List.of(),
                List.of(),
                List.of(new HookSpec("scenario-policy", EventData.empty(), SectionValues.NONE, HERE)),
                List.of());
    }
}
