package dev.carabiner.runtime.store;

import dev.carabiner.display.Trouble;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/**
 * Files and directories that are the owner's alone and that last. Nothing here minds if the calling thread is
 * interrupted: a file channel would close in the middle of the work, so that streams are used where there is a choice.
 */
final class Disk {

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    private Disk() {}

    static FileAttribute<?>[] ownersOnly(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** What went wrong, in words: many of these exceptions have nothing but a file for a message. */
    static String problem(Exception e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + " is missing";
            case AccessDeniedException closed -> "no permission for " + closed.getFile();
            case NotDirectoryException other -> other.getFile() + " is no directory";
            case FileAlreadyExistsException other -> other.getFile() + " is in the way";
            case DirectoryIteratorException wrapper ->
                problem(Objects.requireNonNull(wrapper.getCause(), "it always wraps another"));
            default -> Trouble.inWords(e);
        };
    }

    /** Makes the directory, and those above it, if they are missing. */
    static void makeDirectories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, ownersOnly("rwx------"));
        }
    }

    /** Makes an empty file unless there is one; refuses what is no file, or a link to one elsewhere. */
    static void makeFile(Path file) throws IOException {
        try {
            Files.createFile(file, ownersOnly("rw-------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new StoreException(file + " is a link or no file; expected a file of the session's own", e);
            }
        }
    }

    /** Puts the content in the file's place, at once and for good: whoever reads finds the old or the new. */
    static void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh); // left by somebody who died; the session's lock keeps others out
        Files.createFile(fresh, ownersOnly("rw-------"));
        try (FileOutputStream out = new FileOutputStream(fresh.toFile())) {
            out.write(content);
            out.getFD().sync();
        } catch (IOException e) {
            Files.deleteIfExists(fresh); // half of it is in nobody's interest, least of all on a full disk
            throw e;
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory"));
    }

    /** Makes the names in it last. A directory can be forced through a channel only, hence the second try. */
    static void forceDirectory(Path directory) throws IOException {
        boolean interrupted = false;
        try {
            while (POSIX) { // elsewhere a directory cannot be opened, and names last without it
                interrupted |= Thread.interrupted();
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
