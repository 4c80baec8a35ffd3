package dev.carabiner.bridge.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.json.LocatedJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlPosition;
import org.tomlj.TomlTable;

/** A settings file in TOML, as the same values with lines that one in JSON has. */
final class Toml {

    private Toml() {}

    static LocatedJson read(byte[] text) {
        TomlParseResult result = org.tomlj.Toml.parse(new String(text, UTF_8));
        if (result.hasErrors()) {
            TomlParseError first = result.errors().getFirst();
            throw new IllegalArgumentException("line " + first.position().line() + ": " + first.getMessage(), first);
        }
        return table(result, 1);
    }

    private static LocatedJson table(TomlTable table, int line) {
        Map<String, LocatedJson> fields = new LinkedHashMap<>();
        for (String key : table.keySet()) {
            TomlPosition position = table.inputPositionOf(List.of(key));
            fields.put(key, value(table.get(List.of(key)), position == null ? line : position.line()));
        }
        return new LocatedJson.Fields(fields, line);
    }

    private static LocatedJson value(@Nullable Object value, int line) {
        return switch (value) {
            case TomlTable table -> table(table, line);
            case TomlArray array -> {
                List<LocatedJson> values = new ArrayList<>();
                for (int i = 0; i < array.size(); i++) {
                    TomlPosition position = array.inputPositionOf(i);
                    values.add(value(array.get(i), position == null ? line : position.line()));
                }
                yield new LocatedJson.Items(values, line);
            }
            case String text -> new LocatedJson.Scalar(text, line);
            case Boolean flag -> new LocatedJson.Scalar(flag, line);
            case Number number -> new LocatedJson.Scalar(number.doubleValue(), line);
            case null, default -> new LocatedJson.Scalar(String.valueOf(value), line);
        };
    }
}
