package dev.carabiner.engine.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A bundle as YAML again, with all includes and defaults written out. */
public final class BundleText {

    private BundleText() {}

    /** Loads again to a bundle that is in force as this one is. */
    public static String of(Bundle bundle) {
        return text(bundle, new Hiding(false));
    }

    /** For people: settings whose names say that they are secrets are left out. */
    public static String withoutSecrets(Bundle bundle) {
        return text(bundle, new Hiding(true));
    }

    private static String text(Bundle bundle, Hiding hiding) {
        Map<String, @Nullable Object> root = new LinkedHashMap<>();
        root.put("bundle", about(bundle));
        root.put("session", SessionKeys.SECTION.written(bundle.session(), hiding));
        Function<ModuleSpec, Object> module = it -> ModuleShape.written(it.module(), it.config(), hiding);
        putList(root, "providers", bundle.providers(), module);
        putList(root, "tools", bundle.tools(), module);
        putList(root, "hooks", bundle.hooks(), hook -> hook(hook, hiding));
        putList(root, "agents", bundle.agents(), BundleText::agent);
        return dumped(root);
    }

    private static Map<String, @Nullable Object> about(Bundle bundle) {
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("name", bundle.name());
        about.put("version", bundle.version());
        if (!bundle.description().isEmpty()) {
            about.put("description", bundle.description());
        }
        return about;
    }

    private static Map<String, @Nullable Object> hook(HookSpec hook, Hiding hiding) {
        Map<String, @Nullable Object> fields = ModuleShape.written(hook.module(), hook.settings(), hiding);
        fields.putAll(HookKeys.SECTION.written(hook.mounting(), hiding));
        return fields;
    }

    private static Map<String, @Nullable Object> agent(AgentSpec agent) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", agent.name());
        fields.put("description", agent.description());
        fields.put("instructions", agent.instructions());
        if (!agent.tools().isEmpty()) {
            fields.put("tools", agent.tools());
        }
        return fields;
    }

    private static <T> void putList(
            Map<String, @Nullable Object> root, String key, List<T> all, Function<T, Object> form) {
        if (!all.isEmpty()) {
            root.put(key, all.stream().map(form).toList());
        }
    }

    private static String dumped(Map<String, @Nullable Object> root) {
        DumpSettings settings = DumpSettings.builder()
                .setSchema(new CoreSchema()) // puts quotes around all that the reader would not take for text
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setDereferenceAliases(true)
                .setIndicatorIndent(2)
                .setIndentWithIndicator(true)
                .setWidth(120)
                .build();
        return new Dump(settings).dumpToString(root);
    }
}
