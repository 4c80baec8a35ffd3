package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Instant;

/**
 * An event here, and what a payload needs to know besides.
 *
 * @param directory where the agent works
 * @param project the directory that the hook's file belongs to
 * @param transcript a file that stands for the conversation
 */
public record Occasion(EventData data, String sessionId, Path directory, Path project, Path transcript, Instant now) {

    /** The tool here, or empty. */
    public String tool() {
        String tool = data.text("tool_name");
        return tool == null ? "" : tool;
    }

    /** The tool's input with the names of files made absolute, or empty. */
    EventData input() {
        EventData input = data.get("tool_input") instanceof java.util.Map ? data.object("tool_input") : null;
        return input == null ? EventData.empty() : FilePaths.absolute(input, directory);
    }
}
