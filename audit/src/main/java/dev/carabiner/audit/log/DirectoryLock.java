package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** That nobody else writes the log, in this JVM or another. */
final class DirectoryLock implements Closeable {

    /**
     * Asked before the file is touched: the system's lock belongs to the process, and closing a second channel on the
     * file would give it up for the first as well.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    static DirectoryLock take(Path directory, Path lockFile) throws IOException {
        Path real = directory.toRealPath();
        if (!HELD_HERE.add(real)) {
            throw refused(directory, "this process");
        }
        FileChannel channel = null;
        FileLock lock = null;
        try {
            OwnersOnly.tightenToWriteOnly(lockFile);
            channel = FileChannel.open(
                    LogFiles.regular(lockFile),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    OwnersOnly.writeOnly());
            lock = channel.tryLock();
            if (lock == null) {
                throw refused(directory, "another process");
            }
            return new DirectoryLock(real, channel);
        } finally {
            if (lock == null) {
                HELD_HERE.remove(real);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    private static AuditLogException refused(Path directory, String holder) {
        return new AuditLogException("The audit log in " + directory + " is already being written by " + holder
                + "; there can be one writer");
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
