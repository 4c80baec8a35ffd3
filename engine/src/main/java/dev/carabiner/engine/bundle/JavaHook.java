package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The short form of a hook that is one Java source file: {@code - java: hooks/NoFridays.java} is the module
 * {@code java-file} with the setting {@code file}, under the name {@code NoFridays}.
 */
final class JavaHook {

    private static final String KEY = "java";
    private static final Set<String> SETTINGS =
            Set.of("class_path", "settings", "events", "tools", "pattern", "concurrent");

    private JavaHook() {}

    /** The long form of a short one; anything else as it is. */
    static YamlValue asModule(YamlValue value) {
        if (!(value instanceof YamlValue.Fields fields)) {
            return value;
        }
        YamlValue.Field java = fields.field(KEY);
        if (java == null || fields.field("module") != null || fields.field("config") != null) {
            return value;
        }
        List<YamlValue.Field> config = new ArrayList<>();
        List<YamlValue.Field> rest = new ArrayList<>();
        rest.add(new YamlValue.Field("module", text("java-file", java), java.line(), java.column()));
        config.add(new YamlValue.Field("file", java.value(), java.line(), java.column()));
        for (YamlValue.Field field : fields.fields()) {
            if (SETTINGS.contains(field.key())) {
                config.add(field);
            } else if (!field.key().equals(KEY)) {
                rest.add(field);
            }
        }
        if (fields.field("name") == null) {
            rest.add(new YamlValue.Field("name", text(name(java.value()), java), java.line(), java.column()));
        }
        rest.add(new YamlValue.Field("config", fields(config, java), java.line(), java.column()));
        return new YamlValue.Fields(rest, fields.line(), fields.column());
    }

    private static String name(YamlValue file) {
        String path = String.valueOf(file.plain()).replace('\\', '/');
        String last = path.substring(path.lastIndexOf('/') + 1);
        return last.endsWith(".java") ? last.substring(0, last.length() - ".java".length()) : last;
    }

    private static YamlValue text(String text, YamlValue.Field at) {
        return new YamlValue.Scalar(text, text, at.line(), at.column());
    }

    private static YamlValue fields(List<YamlValue.Field> fields, YamlValue.Field at) {
        return new YamlValue.Fields(fields, at.line(), at.column());
    }
}
