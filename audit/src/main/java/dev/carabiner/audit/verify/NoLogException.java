package dev.carabiner.audit.verify;

import dev.carabiner.event.CarabinerException;
import java.nio.file.Path;

/** There is no log in that directory. */
public final class NoLogException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    NoLogException(Path directory) {
        super("There is no audit log in " + directory);
    }
}
