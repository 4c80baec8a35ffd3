package dev.carabiner.file;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories for their owner only. On a file system without POSIX permissions they are made without any, and
 * permissions are not checked.
 */
public final class PrivateFiles {

    /** The permissions of a file that its owner can read and write. */
    public static final String READ_WRITE = "rw-------";

    /** The permissions of a file that its owner can write but not read. */
    public static final String WRITE_ONLY = "-w-------";

    private static final String DIRECTORY = "rwx------";
    private static final Set<PosixFilePermission> WRITABLE_BY_OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private PrivateFiles() {}

    /** What gives a file these permissions from the moment it is made, in calls such as {@link Files#createFile}. */
    public static FileAttribute<?>[] attributes(Path path, String permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Makes a directory; throws {@link FileAlreadyExistsException} if the name is taken. */
    public static void createDirectory(Path directory) throws IOException {
        Files.createDirectory(directory, attributes(directory, DIRECTORY));
    }

    /**
     * Makes a directory and those above it, where they are missing.
     *
     * @return the directories that hold a new name, from the top; {@link AtomicFile#forceDirectory} makes those names last
     */
    public static List<Path> makeDirectories(Path directory) throws IOException {
        List<Path> parents = new ArrayList<>();
        Path path = directory.toAbsolutePath();
        while (Files.notExists(path) && path.getParent() != null) {
            path = path.getParent();
            parents.addFirst(path);
        }
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, attributes(directory, DIRECTORY));
        }
        return parents;
    }

    /** Makes an empty file unless there is one; refuses a link and anything else that is not a file. */
    public static void makeFile(Path file) throws IOException {
        try {
            Files.createFile(file, attributes(file, READ_WRITE));
        } catch (FileAlreadyExistsException e) {
            requireRegular(file, Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS));
        }
    }

    /**
     * Takes from a file every permission beyond these.
     *
     * @return whether there were any
     * @throws FileSystemException if they cannot be taken away, as on file systems that keep no permissions
     */
    public static boolean tighten(Path file, String permissions) throws IOException {
        Set<PosixFilePermission> most = PosixFilePermissions.fromString(permissions);
        if (!isPosix(file) || !Files.isRegularFile(file) || most.containsAll(Files.getPosixFilePermissions(file))) {
            return false;
        }
        Files.setPosixFilePermissions(file, most);
        return true;
    }

    /**
     * Reads a file that only its owner can have written.
     *
     * @return null if there is no file
     * @throws FileSystemException if it is a link or no regular file, if it or its directory can be written by others, or
     *     if it has more bytes than that
     */
    public static byte @Nullable [] read(Path file, int mostBytes) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null && Files.exists(directory)) {
            refuseIfOthersWrite(directory.toRealPath());
        }
        try {
            requireRegular(file, Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return null;
        }
        refuseIfOthersWrite(file);
        try (InputStream in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(mostBytes);
            if (in.read() >= 0) {
                throw new FileSystemException(
                        file.toString(), null, "is too large; expected at most " + mostBytes + " bytes");
            }
            return bytes;
        }
    }

    private static void requireRegular(Path file, BasicFileAttributes attributes) throws IOException {
        if (!attributes.isRegularFile()) {
            String kind = attributes.isSymbolicLink() ? "is a symbolic link" : "is not a regular file";
            throw new FileSystemException(file.toString(), null, kind);
        }
    }

    private static void refuseIfOthersWrite(Path path) throws IOException {
        if (!isPosix(path)) {
            return;
        }
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, NOFOLLOW_LINKS);
        if (permissions.stream().anyMatch(WRITABLE_BY_OTHERS::contains)) {
            String problem = "can be written by others (" + PosixFilePermissions.toString(permissions)
                    + "); expected that only its owner can write it";
            throw new FileSystemException(path.toString(), null, problem);
        }
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
