package dev.carabiner.bench.turn;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.SessionBuilder;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.agent.TurnStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One turn of twenty tool calls, each in an answer of its own, as the agent has it in earnest. */
final class TurnBench {

    static final int TOOL_CALLS = 20;
    static final int HOOKS = 10;

    private static final Position HERE = new Position("bench.yaml", 1);

    /** Writes and reads take turns: several reads in a row would be one answer. */
    private static final String PROMPT = IntStream.rangeClosed(1, TOOL_CALLS / 2)
            .mapToObj(n -> "write note" + n + ".txt: note " + n + "\nread note" + n + ".txt")
            .collect(Collectors.joining("\n"));

    private final Path directory;
    private final SessionStore store;

    TurnBench(Path directory) {
        this.directory = directory;
        this.store = SessionStore.at(directory.resolve("sessions"));
    }

    /**
     * How long a turn takes, in ns.
     *
     * @param hooked with ten hooks on every event and the audit log, or with neither
     * @param delay what each call to the model takes, as a bundle writes it
     */
    long turn(boolean hooked, String delay) {
        HookRegistry hooks = new HookRegistry();
        SessionBuilder builder = Session.builder()
                .bundle(bundle(delay))
                .hooks(hooks)
                .store(store)
                .workingDirectory(directory);
        if (hooked) {
            for (int i = 0; i < HOOKS; i++) {
                hooks.on("*", (event, data) -> HookResult.proceed());
            }
        } else {
            builder.audit(AuditLog.none());
        }
        try (Session session = builder.start()) {
            long began = System.nanoTime();
            TurnResult result = session.prompt(PROMPT);
            long took = System.nanoTime() - began;
            if (result.status() != TurnStatus.SUCCESS || result.toolsRun() != TOOL_CALLS) {
                throw new IllegalStateException("The turn went wrong: " + result);
            }
            return took;
        }
    }

    private static Bundle bundle(String delay) {
        return new Bundle(
                "bench",
                "1",
                SectionValues.NONE.with(SessionKeys.STREAMING, false).with(SessionKeys.MAX_ROUNDS, TOOL_CALLS + 5),
                List.of(module("provider-offline", EventData.of("delay", delay))),
                List.of(module("tool-filesystem", EventData.empty())),
                List.of(),
                List.of());
    }

    private static ModuleSpec module(String name, EventData config) {
        return new ModuleSpec(name, config, HERE);
    }
}
