package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much a command has written below a directory. The free space of its file system is asked often, since that is quick;
 * others may have used it up too, so the files that are new are counted before a command is stopped.
 */
final class DiskGrowth {

    private final Path directory;
    private final long most;
    private final @Nullable FileStore store;
    private final long before;
    private final Instant begun = Instant.now().minusSeconds(1);
    private long counted;

    private DiskGrowth(Path directory, long most, @Nullable FileStore store, long before) {
        this.directory = directory;
        this.most = most;
        this.store = store;
        this.before = before;
        counted = before;
    }

    static DiskGrowth below(Path directory, long most) {
        try {
            FileStore store = Files.getFileStore(directory);
            return new DiskGrowth(directory, most, store, store.getUsableSpace());
        } catch (IOException e) {
            return new DiskGrowth(directory, most, null, 0); // it cannot be asked; other limits hold
        }
    }

    boolean isTooMuch() {
        try {
            long free = store == null ? before : store.getUsableSpace();
            if (before - free < most || counted - free < most / 8) {
                return false; // or hardly more than when the files were last counted
            }
            counted = free;
            return before - free >= 2 * most || newFiles() >= most / 2;
        } catch (IOException e) {
            return false;
        }
    }

    private long newFiles() throws IOException {
        long[] sum = {0};
        FileTime since = FileTime.from(begun);
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && attributes.lastModifiedTime().compareTo(since) >= 0) {
                    sum[0] += attributes.size();
                }
                return sum[0] >= most ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }
}
