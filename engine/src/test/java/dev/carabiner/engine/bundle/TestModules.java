package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolModule;
import dev.carabiner.runtime.tool.ToolResult;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Modules that do nothing, with settings of every type. */
final class TestModules {

    static final Map<String, ConfigType> EVERY_TYPE = Map.of(
            "text", ConfigType.TEXT,
            "texts", ConfigType.TEXTS,
            "number", ConfigType.NUMBER,
            "decimal", ConfigType.DECIMAL,
            "flag", ConfigType.FLAG,
            "duration", ConfigType.DURATION,
            "object", ConfigType.OBJECT,
            "api_key", ConfigType.TEXT);

    private TestModules() {}

    static ModuleCatalog catalog() {
        return ModuleCatalog.of(
                List.of(new Hook("guard", EVERY_TYPE), new Hook("linter", Map.of())),
                List.of(new Model("provider-offline"), new Model("provider-other")),
                List.of(new Tools("tool-files", "Read", "Write"), new Tools("tool-shell", "Bash")));
    }

    record Hook(String name, Map<String, ConfigType> configKeys) implements HookModule {
        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return () -> {};
        }
    }

    record Model(String name) implements ProviderModule {
        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("model", ConfigType.TEXT, "api_key", ConfigType.TEXT);
        }

        @Override
        public Provider create(EventData settings, UnaryOperator<String> environment) {
            throw new UnsupportedOperationException("no test runs it");
        }
    }

    record Tools(String name, String... tools) implements ToolModule {
        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("root", ConfigType.TEXT);
        }

        @Override
        public List<Tool> create(EventData settings, Workspace workspace) {
            if ("broken".equals(settings.get("root"))) {
                throw new IllegalArgumentException("no such root");
            }
            return Arrays.stream(tools).<Tool>map(NamedTool::new).toList();
        }
    }

    private record NamedTool(String name) implements Tool {
        @Override
        public String description() {
            return "";
        }

        @Override
        public EventData inputSchema() {
            return EventData.empty();
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            throw new UnsupportedOperationException("no test runs it");
        }
    }
}
