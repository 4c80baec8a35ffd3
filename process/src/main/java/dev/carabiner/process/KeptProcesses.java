package dev.carabiner.process;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Those of a command that is not confined: known by a {@link Keeper} above them, and by their signs. */
final class KeptProcesses implements CommandProcesses {

    private static final int MOST = 512;

    private final ProcessTree tree;
    private final @Nullable Keeper keeper;

    KeptProcesses(ProcessTree tree, @Nullable Keeper keeper) {
        this.tree = tree;
        this.keeper = keeper;
    }

    @Override
    public boolean commandEnded() throws IOException {
        return keeper != null && keeper.commandEnded();
    }

    @Override
    public @Nullable Ending exceeded() {
        return tree.look() > MOST ? Ending.TOO_MANY_PROCESSES : null;
    }

    @Override
    public boolean isCrowded() {
        return false;
    }

    @Override
    public int left() {
        return tree.look();
    }

    @Override
    public int kill() {
        return tree.kill();
    }

    @Override
    public int killed(int before) throws IOException {
        return keeper != null && keeper.hasKilled() ? Math.max(1, before) : before;
    }
}
