package dev.carabiner.engine.sandbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A protected file as it was, so that it can be put back. The time of its last change of any kind cannot be set by a
 * program: a file with the same identity and the same time is the same.
 *
 * @param content null for a directory, a link, or what is too large to be kept
 * @param link where a link leads; null for anything else
 */
@SuppressWarnings("ArrayRecordComponent") // compared by what it holds, in isLike
record KeptFile(
        Object identity,
        Object changed,
        boolean directory,
        byte @Nullable [] content,
        @Nullable Path link,
        Set<PosixFilePermission> permissions) {

    private static final long LARGEST = 4L << 20;

    /** The file as it is now; the kept one itself if it has not changed. */
    static KeptFile of(Path path, @Nullable KeptFile known) throws IOException {
        Map<String, Object> now = Files.readAttributes(path, "unix:ino,dev,ctime,size,mode", NOFOLLOW_LINKS);
        Object identity = now.get("dev") + ":" + now.get("ino");
        Object changed = Objects.requireNonNull(now.get("ctime"));
        if (known != null && known.identity.equals(identity) && known.changed.equals(changed)) {
            return known;
        }
        boolean regular = Files.isRegularFile(path, NOFOLLOW_LINKS);
        return new KeptFile(
                identity,
                changed,
                Files.isDirectory(path, NOFOLLOW_LINKS),
                regular && (Long) Objects.requireNonNull(now.get("size")) <= LARGEST ? Files.readAllBytes(path) : null,
                Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : null,
                Files.isSymbolicLink(path) ? Set.of() : Files.getPosixFilePermissions(path, NOFOLLOW_LINKS));
    }

    /** Whether nothing that matters is different, though it may be another file. */
    boolean isLike(KeptFile other) {
        if (identity.equals(other.identity) && changed.equals(other.changed)) {
            return true;
        }
        if (directory || other.directory) {
            return directory && other.directory; // what lies in it is looked at by itself
        }
        boolean unknown = content == null && link == null; // then only the same file at the same time will do
        return !unknown
                && Arrays.equals(content, other.content)
                && Objects.equals(link, other.link)
                && permissions.equals(other.permissions);
    }

    /** Whether the other is a file with the same content and permissions, wherever it is. */
    boolean hasSameContent(KeptFile other) {
        return content != null && Arrays.equals(content, other.content) && permissions.equals(other.permissions);
    }

    /** What it held; empty if that was not kept. */
    String text() {
        return content == null ? "" : new String(content, ISO_8859_1);
    }

    /** Makes it as it was, whatever stands there. Returns whether that could be done. */
    boolean restore(Path path) throws IOException {
        Path parent = Objects.requireNonNull(path.getParent());
        Files.createDirectories(parent);
        if (directory) {
            return Files.isDirectory(path, NOFOLLOW_LINKS) || Files.isDirectory(Files.createDirectory(path));
        }
        if (link != null) {
            Files.deleteIfExists(path);
            Files.createSymbolicLink(path, link);
            return true;
        }
        if (content == null) {
            return false;
        }
        Path fresh = Files.createTempFile(parent, ".put-back", "");
        Files.write(fresh, content);
        Files.setPosixFilePermissions(fresh, permissions);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        return true;
    }
}
