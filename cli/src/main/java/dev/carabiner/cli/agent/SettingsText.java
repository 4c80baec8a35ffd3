package dev.carabiner.cli.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the hooks of one agent stand in its file. What else is in the file is not changed in meaning; what cannot be read is
 * refused with an {@link IOException} that says so.
 */
interface SettingsText {

    /**
     * The text with the hooks; the same text if they are there.
     *
     * @param file for messages
     * @param text what the file has; null if it is not there
     */
    String with(Path file, @Nullable String text, Path guard) throws IOException;

    /** The text without them; null if the file is not to be there. */
    @Nullable
    String without(Path file, String text, Path guard) throws IOException;

    /**
     * What the agent runs before a tool call, as it stands in the file.
     *
     * @return the words of a command; empty if the hooks are not there, or are none that can be run by themselves
     */
    List<String> registered(Path file, String text, Path guard) throws IOException;

    /** Whether the agent runs the file itself. */
    default boolean isProgram() {
        return false;
    }
}
