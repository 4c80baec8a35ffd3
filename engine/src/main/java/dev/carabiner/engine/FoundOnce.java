package dev.carabiner.engine;

import dev.carabiner.process.CommandRunner;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The runner of a session that may never run a command: it is looked for when the first one is to run. */
final class FoundOnce implements Supplier<CommandRunner> {

    private final Supplier<@Nullable CommandRunner> finding;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable CommandRunner found; // guarded by lock

    /** @param finding null where there is no sandbox */
    FoundOnce(Supplier<@Nullable CommandRunner> finding) {
        this.finding = finding;
    }

    @Override
    public CommandRunner get() {
        lock.lock();
        try {
            if (found == null) {
                CommandRunner runner = finding.get();
                found = runner == null ? CommandRunner.UNCONFINED : runner;
            }
            return found;
        } finally {
            lock.unlock();
        }
    }
}
