package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/**
 * How much a command has written below a directory. The free space of its file system is asked often, since that is quick;
 * others may have used it up too, so the files that are new are counted before a command is stopped.
 */
final class DiskGrowth {

    private final Path directory;
    private final long most;
    private final long before;
    private final Instant begun = Instant.now().minusSeconds(1);
    private long counted;

    private DiskGrowth(Path directory, long most, long before) {
        this.directory = directory;
        this.most = most;
        this.before = before;
        counted = before;
    }

    static DiskGrowth below(Path directory, long most) {
        return new DiskGrowth(directory, most, free(directory));
    }

    /** One question to the system; 0 if it does not answer, and then other limits hold. */
    private static long free(Path directory) {
        return directory.toFile().getUsableSpace();
    }

    boolean isTooMuch() {
        long free = free(directory);
        if (before == 0 || (free == 0 && !Files.isDirectory(directory))) {
            return false; // it cannot be asked, or not any more
        }
        if (before - free < most || counted - free < most / 8) {
            return false; // or hardly more than when the files were last counted
        }
        counted = free;
        try {
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
