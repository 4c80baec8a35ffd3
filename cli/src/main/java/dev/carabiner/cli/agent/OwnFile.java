package dev.carabiner.cli.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A file that is Carabiner's alone: a script or a plug-in that the agent finds by its name. One that is there already is its
 * user's and is not touched.
 *
 * @param text all of it
 * @param isProgram whether the agent runs it
 */
record OwnFile(String text, boolean isProgram) implements SettingsText {

    @Override
    public String with(Path file, @Nullable String before, Path guard) throws IOException {
        if (before != null && !before.isBlank() && !before.contains(guard.toString())) {
            throw new IOException(
                    file + " is there and is not Carabiner's, so it is not touched; add to it what --dry-run"
                            + " would show without it, or move it away: it must run " + guard);
        }
        return text;
    }

    @Override
    public @Nullable String without(Path file, String before, Path guard) {
        return before.contains(guard.toString()) ? null : before;
    }

    @Override
    public List<String> registered(Path file, String now, Path guard) {
        return isProgram && now.contains(guard.toString()) ? List.of(file.toString()) : List.of();
    }
}
