package dev.carabiner.session;

import dev.carabiner.event.EventData;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a tool has done, as its body reports it. Hooks of {@code tool:post} see it before the model does.
 *
 * @param success false if the tool ran and did not succeed, such as a command with another exit code than 0
 * @param output the text for the model
 * @param details further fields for hooks and displays, such as {@code exit_code}; they cannot replace the other two
 */
public record ToolResult(boolean success, String output, EventData details) {

    public ToolResult {
        Objects.requireNonNull(output, "the output of a tool");
        Objects.requireNonNull(details, "the details of a tool's result");
    }

    /** The tool ran and succeeded. */
    public static ToolResult of(String output) {
        return new ToolResult(true, output, EventData.empty());
    }

    /** The tool ran to its end and did not succeed. The model gets the text as an error. */
    public static ToolResult failed(String output) {
        return new ToolResult(false, output, EventData.empty());
    }

    /** The same with one more detail, or with another value of it. */
    public ToolResult with(String key, @Nullable Object value) {
        return new ToolResult(success, output, details.with(key, value));
    }

    /** The {@code tool_result} of {@code tool:post}: success, output and the details. */
    EventData asEventData() {
        EventData result = EventData.of("success", success, "output", output);
        return details.isEmpty() ? result : result.overlaidWith(details).overlaidWith(result);
    }
}
