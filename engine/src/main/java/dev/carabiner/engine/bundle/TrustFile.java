package dev.carabiner.engine.bundle;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Directories and the digest that is trusted in each, a line each. Only its owner can read or write it; whoever reads
 * it, or dies while writing, finds the old content or the new.
 */
final class TrustFile {

    private static final String HEADER = "carabiner-trust 1";
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})\t(\\S+)");
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /** Among threads; among processes, the lock on the companion file. */
    private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

    private final Path file;
    private final Path directory;

    TrustFile(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.directory = Objects.requireNonNull(this.file.getParent(), "expected a file, but came " + file);
    }

    @Nullable
    String digest(Path project) {
        try {
            return read().get(project.toString());
        } catch (IOException e) {
            throw new TrustException("What is trusted cannot be read from " + file, e);
        }
    }

    void put(Path project, String digest) {
        change(trusted -> trusted.put(project.toString(), digest));
    }

    void remove(Path project) {
        change(trusted -> trusted.remove(project.toString()));
    }

    private void change(Consumer<Map<String, String>> change) {
        IN_THIS_PROCESS.lock();
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(directory, ownersOnly("rwx------"));
            }
            try (FileChannel companion = FileChannel.open(
                            file.resolveSibling(file.getFileName() + ".lock"),
                            Set.of(CREATE, WRITE, NOFOLLOW_LINKS),
                            ownersOnly("rw-------"));
                    var lock = companion.lock()) {
                Map<String, String> trusted = read();
                change.accept(trusted);
                write(trusted);
            }
        } catch (IOException e) {
            throw new TrustException("What is trusted cannot be written to " + file, e);
        } finally {
            IN_THIS_PROCESS.unlock();
        }
    }

    private Map<String, String> read() throws IOException {
        Map<String, String> trusted = new TreeMap<>();
        if (Files.notExists(file, NOFOLLOW_LINKS)) {
            return trusted;
        }
        requireOwn();
        String[] lines = content().split("\n", -1);
        if (!lines[0].equals(HEADER) || !lines[lines.length - 1].isEmpty()) {
            throw new TrustException(file + ":1: this is not a list of trusted projects; delete it to trust none");
        }
        for (int i = 1; i < lines.length - 1; i++) {
            Matcher parts = LINE.matcher(lines[i]);
            if (!parts.matches()) {
                throw new TrustException(file + ":" + (i + 1) + ": expected a digest, a tab and a directory");
            }
            trusted.put(URLDecoder.decode(parts.group(2), StandardCharsets.UTF_8), parts.group(1));
        }
        return trusted;
    }

    private String content() throws IOException {
        try (InputStream in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new TrustException(file + " is too large; expected at most " + MOST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.US_ASCII);
        }
    }

    /** A file that others can write, or have put there, says nothing of what its owner trusts. */
    private void requireOwn() throws IOException {
        if (!Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS)
                .isRegularFile()) {
            throw new TrustException(file + " is a link or no file; expected a file of its own");
        }
        for (Path each : new Path[] {file, directory.toRealPath()}) {
            if (isPosix()
                    && Files.getPosixFilePermissions(each, NOFOLLOW_LINKS).stream()
                            .anyMatch(OTHERS::contains)) {
                throw new TrustException(
                        each + " can be written by others; expected one that only its owner can write");
            }
        }
    }

    private void write(Map<String, String> trusted) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        trusted.forEach((project, digest) -> text.append(digest)
                .append('\t')
                .append(URLEncoder.encode(project, StandardCharsets.UTF_8))
                .append('\n'));
        Path fresh = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel =
                    FileChannel.open(fresh, Set.of(CREATE_NEW, WRITE, NOFOLLOW_LINKS), ownersOnly("rw-------"))) {
                ByteBuffer bytes = StandardCharsets.US_ASCII.encode(text.toString());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        if (isPosix()) {
            try (FileChannel channel = FileChannel.open(directory, READ)) {
                channel.force(true);
            }
        }
    }

    private FileAttribute<?>[] ownersOnly(String permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
