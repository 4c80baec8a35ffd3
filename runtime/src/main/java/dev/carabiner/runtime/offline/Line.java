package dev.carabiner.runtime.offline;

import dev.carabiner.context.ToolCall;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One answer, before it is given.
 *
 * @param delay null for the provider's own
 * @param error null if the answer comes; otherwise it breaks off after the text
 */
record Line(
        String text,
        List<ToolCall> calls,
        @Nullable Duration delay,
        @Nullable SimulatedError error) {

    static Line words(String text) {
        return new Line(text, List.of(), null, null);
    }

    static Line calls(String text, List<ToolCall> calls) {
        return new Line(text, calls, null, null);
    }
}
