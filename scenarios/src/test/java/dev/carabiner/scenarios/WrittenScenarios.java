package dev.carabiner.scenarios;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.offline.OfflineProviderModule;
import dev.carabiner.runtime.tool.FilesystemModule;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Scenarios that a test writes, for a policy of two small hooks. */
abstract class WrittenScenarios {

    @TempDir
    Path directory;

    /** Denies rm, asks about push, and lets the rest go; {@code also} names one more word that it denies. */
    private static final HookModule GUARD =
            module("guard", Map.of("also", ConfigType.TEXT), config -> (event, data) -> {
                EventData input = data.object("tool_input");
                String command = input == null ? "" : String.valueOf(input.get("command"));
                if (command.startsWith("rm") || command.equals(config.text("also", "rm"))) {
                    return HookResult.deny("no " + command).because("rm is on the list");
                }
                return command.startsWith("push")
                        ? HookResult.ask("Run " + command + "?").options("Allow once", "Deny")
                        : null;
            });

    /** Tells the model of each write, in the next request only. */
    private static final HookModule FEEDBACK = new HookModule() {
        @Override
        public String name() {
            return "feedback";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mount.hooks()
                    .register(
                            HookOptions.forEvent("tool:post").name("feedback"),
                            (event, data) -> HookResult.inject("looked at it")
                                    .ephemeral()
                                    .appendToLastToolResult());
        }
    };

    private static final HookModule BROKEN = module("broken", Map.of(), config -> {
        throw new IllegalStateException("cannot be mounted");
    });

    private interface Making {
        HookHandler made(HookConfig config);
    }

    private static HookModule module(String name, Map<String, ConfigType> keys, Making making) {
        return new HookModule() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Map<String, ConfigType> configKeys() {
                return keys;
            }

            @Override
            public AutoCloseable mount(Mount mount, HookConfig config) {
                return mount.hooks()
                        .register(HookOptions.forEvent("tool:pre").name(name).guard(), making.made(config));
            }
        };
    }

    static final AgentCatalog MODULES = AgentCatalog.of(
            List.of(GUARD, FEEDBACK, BROKEN), List.of(new OfflineProviderModule()), List.of(new FilesystemModule()));

    Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    Scenarios read(String text) throws IOException {
        return Scenarios.read(List.of(write("scenario.yaml", text)), directory, MODULES);
    }

    TestReport run(String text) throws IOException {
        return read(text).run(name -> true);
    }

    CaseResult only(String text) throws IOException {
        List<CaseResult> cases = run(text).cases();
        if (cases.size() != 1) {
            throw new AssertionError(cases.toString());
        }
        return cases.getFirst();
    }
}
