package dev.carabiner.runtime.agent;

import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.session.SessionCoordinator;

/** What a turn needs: a conversation, a model, tools, and the way to the hooks. */
record Agent(
        SessionCoordinator coordinator,
        SessionContext context,
        ModelCall model,
        ToolBox tools,
        CompactionStep compaction,
        PolicyViolations violations,
        Secrets secrets,
        String orchestrator,
        int maxRounds) {}
