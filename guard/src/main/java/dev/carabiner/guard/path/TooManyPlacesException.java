package dev.carabiner.guard.path;

import dev.carabiner.event.CarabinerException;
import java.nio.file.Path;

/** A wildcard stands for more files than are looked at. */
public final class TooManyPlacesException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    TooManyPlacesException(Path directory, String glob) {
        super("\"" + glob + "\" in " + directory + " stands for too many files; name them, or their directory");
    }
}
