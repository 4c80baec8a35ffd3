package dev.carabiner.process;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** All processes of one command. For one thread. */
sealed interface CommandProcesses permits KeptProcesses, ConfinedProcesses {

    /** Whether the command itself has ended, though something that it started may still run. */
    boolean commandEnded() throws IOException;

    /** Looks at what runs now; the limit that was exceeded, or null. */
    @Nullable
    Ending exceeded();

    /** Whether there is a sign that it has just started very many: then a look is not put off. Quick to ask. */
    boolean isCrowded();

    /** How many still run after the command has ended; they may be ending. */
    int left();

    /**
     * Kills all that still run. Interruption does not stop it.
     *
     * @return how many there were, as far as that is known now
     */
    int kill();

    /**
     * The same number when the first process has ended, and may have told more.
     *
     * @throws IOException if the command was never run
     */
    int killed(int before) throws IOException;
}
