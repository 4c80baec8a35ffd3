package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tool has to say.
 *
 * @param success false if it ran and did not succeed, such as a command with another exit code than 0
 * @param output what the model is told
 * @param details more, for hooks and displays, such as {@code exit_code} or {@code diff}
 */
public record ToolResult(boolean success, String output, EventData details) {

    public static ToolResult of(String output) {
        return new ToolResult(true, output, EventData.empty());
    }

    /** As {@code tool:post} carries it. */
    public EventData asEventData() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("success", success);
        fields.put("output", output);
        fields.putAll(details.asMap());
        return EventData.of(fields);
    }
}
