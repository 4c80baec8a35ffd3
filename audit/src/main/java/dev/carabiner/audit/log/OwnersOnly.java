package dev.carabiner.audit.log;

import java.io.IOException;
import java.lang.System.Logger;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** Files and directories that are nobody's but their owner's. */
final class OwnersOnly {

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());

    static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> WRITE_ONLY = PosixFilePermissions.fromString("-w-------");
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private OwnersOnly() {}

    static FileAttribute<?>[] file() {
        return attributes(FILE);
    }

    /** One that is only there to be locked. Who reads it by mistake, in the writer's own process, would unlock it. */
    static FileAttribute<?>[] writeOnly() {
        return attributes(WRITE_ONLY);
    }

    private static FileAttribute<?>[] attributes(Set<PosixFilePermission> permissions) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    /** Takes a file from all others, and says so: they may have read it. */
    static void tighten(Path file) throws IOException {
        tighten(file, FILE, Logger.Level.WARNING);
    }

    static void tightenToWriteOnly(Path file) throws IOException {
        tighten(file, WRITE_ONLY, Logger.Level.DEBUG);
    }

    /** Not every file system keeps permissions; a log on such a one is opened all the same. */
    private static void tighten(Path file, Set<PosixFilePermission> most, Logger.Level level) throws IOException {
        if (!POSIX || !Files.isRegularFile(file) || most.containsAll(Files.getPosixFilePermissions(file))) {
            return;
        }
        try {
            Files.setPosixFilePermissions(file, most);
            LOG.log(level, () -> file + " was open to others than its owner; it no longer is");
        } catch (FileSystemException e) {
            LOG.log(level, () -> file + " is open to others than its owner, which cannot be changed: " + e);
        }
    }

    /** Makes a directory and those above it, and the names of all that are new last. */
    static void makeDirectories(Path directory, Storage storage) throws IOException {
        Deque<Path> parents = new ArrayDeque<>();
        Path path = directory.toAbsolutePath();
        while (Files.notExists(path) && path.getParent() != null) {
            path = path.getParent();
            parents.push(path);
        }
        Files.createDirectories(directory, attributes(DIRECTORY));
        for (Path parent : parents) {
            storage.forceDirectory(parent);
        }
    }
}
