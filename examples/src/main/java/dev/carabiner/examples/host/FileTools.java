package dev.carabiner.examples.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.Map;
import java.util.Set;

/**
 * Write and Edit, on real files, inside the workspace only. They follow no link at all: a path that was checked cannot
 * turn into another one by a link that has appeared since.
 */
public final class FileTools {

    /** The tools that change a file, named by {@code file_path}. */
    public static final Set<String> WRITING = Set.of("Write", "Edit");

    private static final int MOST_BYTES = 1024 * 1024;

    private final Workspace workspace;

    public FileTools(Workspace workspace) {
        this.workspace = workspace;
    }

    public Map<String, Tool> all() {
        return Map.of("Write", this::write, "Edit", this::edit);
    }

    /** The text under the key. An error if missing: a guard that cannot tell what a call is about must not pass it. */
    public static String required(EventData input, String key) {
        String value = input.text(key);
        if (value == null) {
            throw new IllegalArgumentException("the input has no " + key);
        }
        return value;
    }

    private String write(EventData input) throws IOException {
        Path file = inside(required(input, "file_path"));
        replace(file, required(input, "content"));
        return "Wrote " + file.getFileName();
    }

    private String edit(EventData input) throws IOException {
        Path file = inside(required(input, "file_path"));
        String old = required(input, "old_text");
        String before = read(file);
        int at = before.indexOf(old);
        if (old.isEmpty() || at < 0 || before.indexOf(old, at + 1) >= 0) {
            throw new IllegalArgumentException("old_text must occur exactly once in " + file.getFileName());
        }
        replace(file, before.substring(0, at) + required(input, "new_text") + before.substring(at + old.length()));
        return "Edited " + file.getFileName();
    }

    /** No link is followed, so that taking {@code ..} out of the text is exact. */
    private Path inside(String path) throws IOException {
        Path file = workspace.root().resolve(path).normalize();
        if (!file.startsWith(workspace.root()) || file.equals(workspace.root())) {
            throw new AccessDeniedException(path, null, "is outside the workspace");
        }
        return file;
    }

    private String read(Path file) throws IOException {
        try (SeekableByteChannel channel = open(file, Set.of(READ, NOFOLLOW_LINKS))) {
            byte[] bytes = Channels.newInputStream(channel).readNBytes(MOST_BYTES + 1);
            return new String(limited(bytes), UTF_8);
        }
    }

    private void replace(Path file, String content) throws IOException {
        byte[] bytes = limited(content.getBytes(UTF_8));
        try (SeekableByteChannel channel = open(file, Set.of(CREATE, WRITE, TRUNCATE_EXISTING, NOFOLLOW_LINKS))) {
            Channels.newOutputStream(channel).write(bytes);
        }
    }

    private static byte[] limited(byte[] bytes) {
        if (bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("a file may have " + MOST_BYTES + " bytes here");
        }
        return bytes;
    }

    private SeekableByteChannel open(Path file, Set<OpenOption> how) throws IOException {
        try (DirectoryStream<Path> root = Files.newDirectoryStream(workspace.root())) {
            if (root instanceof SecureDirectoryStream<Path> directory) {
                return open(directory, workspace.root().relativize(file), how);
            }
        }
        if (!workspace.canonical(file.toString()).equals(file)) {
            throw new AccessDeniedException(file.toString(), null, "leads through a link");
        }
        return Files.newByteChannel(file, how); // the best there is on a system that cannot open name by name
    }

    /** Each directory is opened from within the one before, so that none can be swapped on the way. */
    private static SeekableByteChannel open(SecureDirectoryStream<Path> from, Path rest, Set<OpenOption> how)
            throws IOException {
        Path name = rest.getName(0);
        if (rest.getNameCount() == 1) {
            return from.newByteChannel(name, how);
        }
        try (SecureDirectoryStream<Path> directory = from.newDirectoryStream(name, NOFOLLOW_LINKS)) {
            return open(directory, rest.subpath(1, rest.getNameCount()), how);
        }
    }
}
