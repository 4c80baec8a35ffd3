package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program of the system that runs another one confined. */
public sealed interface Sandbox permits Bubblewrap, Seatbelt {

    /** What it is, for people: {@code bubblewrap}. */
    String name();

    /** The program, by its absolute path. */
    Path program();

    /**
     * The words that run a command confined.
     *
     * @param directory where the command begins
     * @throws IOException if the command cannot be confined so
     */
    List<String> words(Confinement confinement, Path directory, List<String> command) throws IOException;

    /**
     * Looks for the system's sandbox and tries it once for real: what is installed may still be forbidden. That it works is
     * remembered until the machine starts anew, in a file that confined programs do not see.
     */
    static Found find() {
        return SandboxSearch.ofSystem().find();
    }

    /**
     * What was found.
     *
     * @param sandbox null if there is none that works
     * @param problem why there is none, and what to do about it; empty if there is one
     */
    record Found(@Nullable Sandbox sandbox, String problem) {}
}
