package dev.carabiner.runtime.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** That nobody else has the session open, in this process or another. The system gives it back when a process dies. */
final class SessionLock implements AutoCloseable {

    /**
     * Asked before the file is touched: the system's lock belongs to the process, and closing a second channel on the
     * file would give it up for the first as well.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private SessionLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static SessionLock take(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!HELD_HERE.add(real)) {
            throw refused(directory, "in this process");
        }
        FileChannel channel = null;
        FileLock lock = null;
        try {
            channel = FileChannel.open(
                    directory.resolve("lock"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    Disk.ownersOnly("rw-------"));
            lock = channel.tryLock();
            if (lock == null) {
                throw refused(directory, "in another process");
            }
            return new SessionLock(real, channel);
        } finally {
            if (lock == null) {
                if (channel != null) {
                    channel.close();
                }
                HELD_HERE.remove(real);
            }
        }
    }

    private static StoreException refused(Path directory, String where) {
        return new StoreException(
                "The session in " + directory + " is open already, " + where + "; end it there first");
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close(); // gives up the lock
        } finally {
            HELD_HERE.remove(directory);
        }
    }
}
