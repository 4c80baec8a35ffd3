package dev.carabiner.file;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/** Another holder has the lock. */
public final class LockedException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    private final boolean heldHere;

    LockedException(Path file, boolean heldHere) {
        super(file + " is locked by " + holder(heldHere));
        this.heldHere = heldHere;
    }

    /** In words: "this process" or "another process". */
    public String holder() {
        return holder(heldHere);
    }

    private static String holder(boolean here) {
        return here ? "this process" : "another process";
    }
}
