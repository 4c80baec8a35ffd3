package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.DurationText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a module's settings. Values are not repeated in messages: one of them may be a key. */
final class SettingsReader {

    private final FieldReader reader;

    SettingsReader(FieldReader reader) {
        this.reader = reader;
    }

    /** @param keys the settings that the module knows; null if they cannot be known here, and any will do */
    EventData read(YamlValue.@Nullable Fields settings, String module, @Nullable Map<String, ConfigType> keys) {
        if (settings == null) {
            return EventData.empty();
        }
        if (keys != null) {
            check(settings, module, keys);
        }
        try {
            return EventData.of(settings.plain());
        } catch (CarabinerException e) {
            reader.problem(settings.line(), "the config of " + module + " cannot be used: " + e.getMessage());
            return EventData.empty();
        }
    }

    private void check(YamlValue.Fields settings, String module, Map<String, ConfigType> keys) {
        reader.expectKeys(settings, "the config of " + module, keys.keySet());
        for (YamlValue.Field field : settings.fields()) {
            ConfigType type = keys.get(field.key());
            if (type != null && !fits(field.value(), type)) {
                reader.problem(
                        field.line(),
                        field.key() + " of " + module + " is " + field.value().kind() + "; expected " + inWords(type)
                                + hint(field.value(), type));
            }
        }
    }

    private static boolean fits(YamlValue value, ConfigType type) {
        return switch (type) {
            case TEXT -> value.plain() instanceof String;
            case TEXTS ->
                value instanceof YamlValue.Items items
                        && items.values().stream().allMatch(item -> item.plain() instanceof String);
            case NUMBER -> value.plain() instanceof Integer;
            case DECIMAL -> value.plain() instanceof Number;
            case FLAG -> value.plain() instanceof Boolean;
            case DURATION -> value.plain() instanceof String text && isDuration(text);
            case OBJECT -> value instanceof YamlValue.Fields;
        };
    }

    static boolean isDuration(String text) {
        try {
            DurationText.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String inWords(ConfigType type) {
        return switch (type) {
            case TEXT -> "text";
            case TEXTS -> "a list of texts, as in [one, two]";
            case NUMBER -> "a whole number up to " + Integer.MAX_VALUE;
            case DECIMAL -> "a number, as in 0.2";
            case FLAG -> "true or false";
            case DURATION -> "a number with a unit, as in 500ms, 10s, 5m or 1h";
            case OBJECT -> "an object";
        };
    }

    private static String hint(YamlValue value, ConfigType type) {
        boolean unquoted = value instanceof YamlValue.Scalar scalar && scalar.value() != null;
        return switch (type) {
            case TEXT -> unquoted ? "; put it in quotes" : "";
            case TEXTS ->
                value instanceof YamlValue.Items ? ", with quotes around what looks like a number or a truth" : "";
            default -> "";
        };
    }
}
