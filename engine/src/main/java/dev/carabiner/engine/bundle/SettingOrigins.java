package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where each setting of a bundle stands, by its path: {@code session.max_rounds}, {@code hooks.shell-guard.on_failure},
 * {@code hooks.shell-guard.config.deny[0]}. A hook goes by its name in the bundle. Where several files say one, it is the last of them.
 */
public final class SettingOrigins {

    private static final Set<String> LISTS = Set.of("providers", "tools", "hooks", "agents");

    private final Map<String, Position> places = new LinkedHashMap<>();

    private SettingOrigins() {}

    /** Where the settings of these files come from. */
    public static SettingOrigins of(BundleFiles files) {
        SettingOrigins origins = new SettingOrigins();
        for (BundleFiles.Document document : files.documents()) {
            for (YamlValue.Field field : document.root().fields()) {
                if (LISTS.contains(field.key())) {
                    origins.modules(field, document.file());
                } else {
                    origins.put(field.key(), field.value(), field.line(), document.file());
                }
            }
        }
        return origins;
    }

    /** Null if no file says it. */
    public @Nullable Position at(String path) {
        return places.get(path);
    }

    /** The same, or of the nearest setting around it, or the position that is given. */
    public Position near(String path, Position otherwise) {
        String inner = path;
        while (true) {
            Position found = places.get(inner);
            int end = Math.max(inner.lastIndexOf('.'), inner.lastIndexOf('['));
            if (found != null || end < 0) {
                return found == null ? otherwise : found;
            }
            inner = inner.substring(0, end);
        }
    }

    /** A later entry of the same name brings settings of its own; how a hook is mounted stays where it does not say. */
    private void modules(YamlValue.Field list, String file) {
        if (!(list.value() instanceof YamlValue.Items items)) {
            return;
        }
        boolean hooks = list.key().equals("hooks");
        for (YamlValue written : items.values()) {
            YamlValue item = hooks ? JavaHook.asModule(written) : written;
            String prefix = list.key() + "." + (hooks ? name(item, "name", "module") : name(item, "module", "name"));
            String own = hooks ? prefix + ".config" : prefix;
            places.keySet().removeIf(path -> path.equals(own) || path.startsWith(own + "."));
            put(prefix, item, item.line(), file);
        }
    }

    /** By one key, or where it is missing by the other; several hooks of one module have names of their own. */
    private static String name(YamlValue item, String first, String second) {
        if (item instanceof YamlValue.Fields fields) {
            YamlValue.Field name = fields.field(first) == null ? fields.field(second) : fields.field(first);
            return name == null ? "" : String.valueOf(name.value().plain());
        }
        return String.valueOf(item.plain());
    }

    private void put(String path, YamlValue value, int line, String file) {
        places.put(path, new Position(file, line));
        if (value instanceof YamlValue.Fields fields) {
            fields.fields().forEach(it -> put(path + "." + it.key(), it.value(), it.line(), file));
        }
        if (value instanceof YamlValue.Items items) {
            for (int i = 0; i < items.values().size(); i++) {
                YamlValue item = items.values().get(i);
                put(path + "[" + i + "]", item, item.line(), file);
            }
        }
    }
}
