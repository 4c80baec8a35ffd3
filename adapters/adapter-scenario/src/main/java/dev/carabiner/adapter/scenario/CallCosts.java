package dev.carabiner.adapter.scenario;

import com.sun.management.OperatingSystemMXBean;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineBuilder;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.host.Conversations;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints what a prompt costs that makes an agent call a no-op tool once: with the framework alone, with three hooks, and
 * more. Processor time of the whole program, garbage collection included. {@code bench/run adapters} starts it.
 */
public final class CallCosts {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int HOOKS = 3;
    private static final int BATCH = 50;
    private static final int WARM_UPS = 10;

    private final Path directory;
    private final Map<String, CostedAgent> contestants = new LinkedHashMap<>();

    private CallCosts(Path directory) {
        this.directory = directory;
    }

    /**
     * The whole program of an adapter: prints what it has measured, and ends. Arguments: the number of rounds, milliseconds
     * of processor time for each measurement, or {@code many} for {@link ManyConversations}, and a directory to work in.
     */
    public static void main(String[] args, CostedAgent.Maker maker) throws Exception {
        if (args[1].equals("many")) {
            ManyConversations.run(args, maker);
        } else {
            run(args, maker);
        }
        System.exit(0); // frameworks leave threads behind
    }

    private static void run(String[] args, CostedAgent.Maker maker) throws Exception {
        CallCosts costs = new CallCosts(Path.of(args[2]));
        costs.prepare(maker);
        long nanos = Long.parseLong(args[1]) * 1_000_000;
        for (int i = 0; i < WARM_UPS; i++) { // until the code is compiled
            costs.round("warm", nanos);
        }
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            costs.round("cost", nanos);
        }
        CostedAgent recorded = maker.make(costs.conversations("tool:pre", costs.directory.resolve("logs")), () -> {});
        print("warm", "recorded", cost(recorded, nanos));
        print("cost", "recorded", cost(recorded, nanos));
    }

    private void prepare(CostedAgent.Maker maker) throws Exception {
        Runnable nothing = () -> {};
        contestants.put("alone", maker.make(null, nothing));
        contestants.put("hooks", maker.make(conversations("tool:pre", null), nothing));
        contestants.put("everywhere", maker.make(conversations("*", null), nothing));
    }

    private Conversations conversations(String event, @Nullable Path logs) throws IOException {
        return Conversations.builder(engine(directory, logs))
                .hooks(registry -> threeOn(event, registry))
                .build();
    }

    private static void threeOn(String event, HookRegistry registry) {
        for (int i = 0; i < HOOKS; i++) {
            registry.register(event, i, "hook-" + i, (name, data) -> null);
        }
    }

    /** An engine without a policy, in a home as a user has it: there is a directory for the lockdown. */
    static Engine engine(Path directory, @Nullable Path logs) throws IOException {
        Files.createDirectories(directory.resolve("home").resolve(".carabiner"));
        EngineBuilder builder = Engine.builder().lockdown(Lockdown.at(directory.resolve("home")));
        if (logs != null) {
            builder.auditDirectory(logs);
        }
        return builder.with(new Bundle("costs", "1", SectionValues.NONE, List.of(), List.of(), List.of(), List.of()));
    }

    private void round(String kind, long nanos) {
        contestants.forEach((name, agent) -> print(kind, name, cost(agent, nanos)));
    }

    private static void print(String kind, String name, long nanos) {
        System.out.println(kind + "\t" + name + "\t" + nanos);
    }

    /** Nanoseconds of processor time for each prompt. */
    private static long cost(CostedAgent agent, long nanos) {
        long began = SYSTEM.getProcessCpuTime();
        long prompts = 0;
        long spent = 0;
        while (spent < nanos) {
            for (int i = 0; i < BATCH; i++) {
                agent.ask("ann", "go");
            }
            prompts += BATCH;
            spent = SYSTEM.getProcessCpuTime() - began;
        }
        return spent / prompts;
    }
}
