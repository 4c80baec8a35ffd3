package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
        return hooksOnly().withAgent(new Agent(), List.of());
    }

    static ModuleCatalog hooksOnly() {
        return ModuleCatalog.of(List.of(new Hook("guard", EVERY_TYPE), new Hook("linter", Map.of())));
    }

    record Hook(String name, Map<String, ConfigType> configKeys) implements HookModule {

        @Override
        public EventData configDefaults() {
            return isGuard() ? EventData.of("texts", List.of("a", "b"), "flag", true) : EventData.empty();
        }

        @Override
        public boolean isGuard() {
            return name.equals("guard");
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return () -> {};
        }
    }

    /** An agent with a few names; what it makes of a bundle is tested where there is a real one. */
    record Agent() implements AgentModules {

        private static final ModuleSettings MODEL = new ModuleSettings(
                Map.of("model", ConfigType.TEXT, "api_key", ConfigType.TEXT), EventData.of("model", "usual"), false);
        private static final ModuleSettings ROOT =
                new ModuleSettings(Map.of("root", ConfigType.TEXT), EventData.empty(), false);

        @Override
        public Map<String, ModuleSettings> settings(ModuleKind kind) {
            return switch (kind) {
                case PROVIDER -> Map.of("provider-offline", MODEL, "provider-other", MODEL);
                case TOOL -> Map.of("tool-files", ROOT, "tool-shell", ROOT, "tool-task", ModuleSettings.NONE);
                case CONTEXT ->
                    Map.of(
                            "context-simple",
                            new ModuleSettings(
                                    Map.of("max_tokens", ConfigType.NUMBER, "keep_last", ConfigType.NUMBER),
                                    EventData.of("max_tokens", 1000, "keep_last", 6),
                                    false));
                case HOOK -> throw new IllegalArgumentException("hooks are the engine's");
            };
        }

        @Override
        public Bundle complete(Bundle bundle) {
            return bundle;
        }

        @Override
        public List<BundleProblem> check(Bundle bundle) {
            return List.of();
        }

        @Override
        public List<BundleProblem> checkSettings(Bundle bundle, Path directory) {
            return List.of();
        }
    }
}
