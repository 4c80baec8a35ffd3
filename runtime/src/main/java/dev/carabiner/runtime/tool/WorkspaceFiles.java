package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The files of a workspace, as tools get at them. A path is resolved and judged first; then every directory on the way to
 * where it leads is opened from within the one before, without following a link. So what was judged is what is used:
 * a link that appears in the way meanwhile is an error and leads to no file elsewhere.
 */
final class WorkspaceFiles {

    private static final int DEEPEST = 64;

    private final Workspace workspace;
    private final DirectoryPath directories;

    WorkspaceFiles(Workspace workspace) {
        this.workspace = workspace;
        directories = new DirectoryPath(workspace);
    }

    /**
     * An input whose path leads through a link, with the path of the file that it leads to now; any other as it is. What cannot
     * be resolved stays, and is refused when it is used.
     */
    EventData settled(EventData input, String key) {
        if (!(input.get(key) instanceof String asked) || asked.startsWith("~")) {
            return input;
        }
        try {
            Path canonical = workspace.canonical(asked);
            return canonical.startsWith(workspace.root()) && !canonical.equals(spelled(asked))
                    ? input.with(key, canonical.toString())
                    : input;
        } catch (IOException | InvalidPathException e) {
            return input;
        }
    }

    private Path spelled(String asked) {
        return workspace.root().resolve(asked).normalize();
    }

    /**
     * Where a path leads. It was settled before it was judged, so that a link in it has appeared since.
     *
     * @throws FileRefusedException if that is outside the workspace, through a link, or nowhere
     */
    FilePath locate(String asked) throws IOException {
        if (asked.equals("~") || asked.startsWith("~/")) {
            throw new FileRefusedException(asked, "has a ~, which only a shell knows; write the path out");
        }
        Path canonical;
        try {
            canonical = workspace.canonical(asked);
        } catch (InvalidPathException e) {
            throw new FileRefusedException(asked, "is not a path: " + e.getReason(), e);
        } catch (FileSystemException e) {
            throw new FileRefusedException(asked, "cannot be reached: " + e.getReason(), e);
        }
        if (canonical.getNameCount() - workspace.root().getNameCount() > DEEPEST) {
            throw new FileRefusedException(asked, "is deeper than " + DEEPEST + " directories");
        }
        if (!canonical.startsWith(workspace.root())) {
            throw new FileRefusedException(asked, "is outside the working directory " + workspace.root());
        }
        if (!canonical.equals(spelled(asked))) {
            throw new FileRefusedException(asked, "leads through a link, and may not be what was judged; try again");
        }
        return new FilePath(asked, canonical);
    }

    /**
     * Opens a regular file.
     *
     * @throws FileRefusedException if it is none, or cannot be opened
     */
    OpenFile open(FilePath file) throws IOException {
        if (file.canonical().equals(workspace.root())) {
            throw new FileRefusedException(file.asked(), "is a directory");
        }
        requireNoRecord(file);
        try (OpenDirectory parent = directories.open(file.parent())) {
            BasicFileAttributes attributes = parent.attributes(file.name());
            requireRegular(file, attributes);
            SeekableByteChannel channel = parent.read(file.name());
            if (!Objects.equals(
                    attributes.fileKey(), parent.attributes(file.name()).fileKey())) {
                channel.close();
                throw new FileRefusedException(file.asked(), "was replaced while it was opened");
            }
            return new OpenFile(file, attributes.size(), Channels.newInputStream(channel));
        } catch (FileSystemException e) {
            throw refusal(file, e);
        }
    }

    boolean exists(FilePath file) throws IOException {
        return attributes(file) != null;
    }

    boolean isRegular(FilePath file) throws IOException {
        BasicFileAttributes attributes = attributes(file);
        return attributes != null && attributes.isRegularFile();
    }

    private @Nullable BasicFileAttributes attributes(FilePath file) throws IOException {
        boolean isRoot = file.canonical().equals(workspace.root());
        try (OpenDirectory directory = directories.open(isRoot ? file.canonical() : file.parent())) {
            return isRoot ? directory.attributes() : existing(directory, file.name());
        } catch (NoSuchFileException e) {
            return null;
        } catch (FileSystemException e) {
            throw refusal(file, e);
        }
    }

    /** Opens a directory, to look around in it. */
    OpenDirectory openDirectory(FilePath directory) throws IOException {
        requireNoRecord(directory);
        try {
            return directories.open(directory.canonical());
        } catch (FileSystemException e) {
            throw refusal(directory, e);
        }
    }

    private void requireNoRecord(FilePath file) {
        if (workspace.isRecord(file.canonical())) {
            throw new FileRefusedException(file.asked(), "belongs to the sessions kept there, which no tool reads");
        }
    }

    /**
     * Refuses what no tool may write, before anything is read or made for it.
     *
     * @throws FileRefusedException if so
     */
    void requireWritable(FilePath file) {
        if (workspace.isClosed(file.asked(), file.canonical())) {
            throw new FileRefusedException(file.asked(), "is closed to all tools; only the user can change it");
        }
        if (file.canonical().equals(workspace.root())) {
            throw new FileRefusedException(file.asked(), "is a directory");
        }
    }

    /** Makes it the file's whole content, in one step: others see the old file or the new one. Missing directories are made. */
    void replace(FilePath file, byte[] content) throws IOException {
        requireWritable(file);
        try (OpenDirectory parent = directories.openOrMake(file.parent())) {
            BasicFileAttributes before = existing(parent, file.name());
            if (before != null) {
                requireRegular(file, before);
                if (parent.isReadOnly(file.name())) {
                    throw new FileRefusedException(file.asked(), "is read-only");
                }
            }
            String fresh = ".new-" + UUID.randomUUID();
            try {
                write(parent, fresh, content);
                if (before != null) {
                    parent.copyAccess(file.name(), fresh);
                }
                parent.move(fresh, parent, file.name());
            } catch (IOException e) {
                deleteIfThere(parent, fresh);
                throw e;
            }
        } catch (FileSystemException e) {
            throw refusal(file, e);
        }
    }

    private static void write(OpenDirectory directory, String name, byte[] content) throws IOException {
        try (SeekableByteChannel channel = directory.create(name)) {
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        }
    }

    private static void deleteIfThere(OpenDirectory directory, String name) throws IOException {
        if (existing(directory, name) != null) {
            directory.deleteFile(name);
        }
    }

    private static @Nullable BasicFileAttributes existing(OpenDirectory directory, String name) throws IOException {
        try {
            return directory.attributes(name);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static void requireRegular(FilePath file, BasicFileAttributes attributes) {
        if (attributes.isDirectory()) {
            throw new FileRefusedException(file.asked(), "is a directory");
        }
        if (attributes.isSymbolicLink()) {
            throw new FileRefusedException(file.asked(), "has become a link since it was looked up");
        }
        if (!attributes.isRegularFile()) {
            throw new FileRefusedException(file.asked(), "is no regular file but a pipe, a socket or a device");
        }
    }

    private static FileRefusedException refusal(FilePath file, FileSystemException problem) {
        String text = switch (problem) {
            case NoSuchFileException missing -> "does not exist";
            case AccessDeniedException denied -> "may not be accessed";
            default -> "cannot be used: " + problem.getReason();
        };
        return new FileRefusedException(file.asked(), text, problem);
    }
}
