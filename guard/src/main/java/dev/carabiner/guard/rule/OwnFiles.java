package dev.carabiner.guard.rule;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that only their owner can change. Where the file system knows no such permissions, nothing is checked. */
final class OwnFiles {

    private static final Set<PosixFilePermission> OTHERS_WRITE =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private OwnFiles() {}

    static FileAttribute<?>[] ownersOnly(Path path) {
        return permissions(path, "rw-------");
    }

    /** Makes the directory, and those above it, if they are missing. */
    static void makeDirectory(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, permissions(directory, "rwx------"));
        }
    }

    /**
     * Refuses a link, anything that is not a file, and whatever others could have written or put there.
     *
     * @return whether there is a file at all
     */
    static boolean check(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory != null && Files.exists(directory)) {
            refuseIfOthersWrite(directory.toRealPath());
        }
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return false;
        }
        if (!attributes.isRegularFile()) {
            String kind = attributes.isSymbolicLink() ? "a symbolic link" : "not a regular file";
            throw new RuleStoreException(file + " is " + kind + "; expected a file of its own for the approval rules");
        }
        refuseIfOthersWrite(file);
        return true;
    }

    private static void refuseIfOthersWrite(Path path) throws IOException {
        if (!isPosix(path)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        if (permissions.stream().anyMatch(OTHERS_WRITE::contains)) {
            throw new RuleStoreException(
                    path + " can be written by others (" + PosixFilePermissions.toString(permissions)
                            + "); expected one that only its owner can write, because it decides what an agent may do");
        }
    }

    private static FileAttribute<?>[] permissions(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
