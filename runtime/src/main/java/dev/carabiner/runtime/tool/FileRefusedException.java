package dev.carabiner.runtime.tool;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** A file that a tool does not touch: it is outside the workspace, or not of a kind that can be worked with. */
public final class FileRefusedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String path;

    FileRefusedException(String path, String problem) {
        this(path, problem, null);
    }

    FileRefusedException(String path, String problem, @Nullable Throwable cause) {
        super(path + " " + problem, cause);
        this.path = path;
    }

    /** As it was asked for. */
    public String path() {
        return path;
    }
}
