package dev.carabiner.cli.agent;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON as people have it in their settings. */
final class IndentedJson {

    private IndentedJson() {}

    static String of(Map<String, @Nullable Object> root, String indent) {
        StringBuilder text = new StringBuilder();
        write(text, root, "\n", indent);
        return text.toString();
    }

    private static void write(StringBuilder text, @Nullable Object value, String line, String indent) {
        switch (value) {
            case Map<?, ?> map
            when !map.isEmpty() -> {
                String separator = "{";
                for (Map.Entry<?, ?> each : map.entrySet()) {
                    text.append(separator).append(line).append(indent);
                    text.append(scalar(String.valueOf(each.getKey()))).append(": ");
                    write(text, each.getValue(), line + indent, indent);
                    separator = ",";
                }
                text.append(line).append('}');
            }
            case List<?> list
            when !list.isEmpty() -> {
                String separator = "[";
                for (Object each : list) {
                    text.append(separator).append(line).append(indent);
                    write(text, each, line + indent, indent);
                    separator = ",";
                }
                text.append(line).append(']');
            }
            case null, default -> text.append(scalar(value));
        }
    }

    private static String scalar(@Nullable Object value) {
        String whole = EventDataJson.write(EventData.of("v", value));
        return whole.substring("{\"v\":".length(), whole.length() - 1);
    }
}
