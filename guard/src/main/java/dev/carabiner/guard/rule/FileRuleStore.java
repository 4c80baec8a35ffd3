package dev.carabiner.guard.rule;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Rules in one file, in the form of {@link RuleLines}. A change is made under {@link RuleFileLock}: read, change, write
 * a new file, force it to disk, put it in the old one's place, force the directory. Whoever reads, or dies in between,
 * finds the old rules or the new ones.
 *
 * <p>A file that was there once and is gone is an error, not an empty list: with it the deny rules would be gone.
 */
final class FileRuleStore implements RuleStore {

    private static final int LARGEST = 64 * 1024 * 1024;

    private final Path file;
    private final Path directory;
    private final String name;
    private volatile boolean seen;

    FileRuleStore(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.directory = Objects.requireNonNull(this.file.getParent(), "expected a file, but came " + file);
        this.name =
                Objects.requireNonNull(this.file.getFileName(), "a file's name").toString();
    }

    @Override
    public Path location() {
        return file;
    }

    @Override
    public List<ApprovalRule> load() {
        return Undisturbed.call("read the approval rules in " + file, this::read);
    }

    @Override
    public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
        return Undisturbed.call("change the approval rules in " + file, () -> changed(change));
    }

    private List<ApprovalRule> changed(UnaryOperator<List<ApprovalRule>> change) throws Exception {
        OwnFiles.makeDirectory(directory);
        RuleFileLock lock = RuleFileLock.acquire(directory.toRealPath().resolve(name + ".lock"));
        try (lock) {
            List<ApprovalRule> before = read();
            List<ApprovalRule> after = List.copyOf(change.apply(before));
            if (!after.equals(before)) {
                write(RuleLines.write(after).getBytes(StandardCharsets.US_ASCII));
            }
            return after;
        }
    }

    private List<ApprovalRule> read() throws IOException {
        if (!OwnFiles.check(file)) {
            if (seen) {
                throw new RuleStoreException(file + " is gone; expected the approval rules that were there before");
            }
            return List.of();
        }
        seen = true;
        return RuleLines.read(file, new String(bytes(), StandardCharsets.ISO_8859_1)); // no byte is lost or replaced
    }

    private byte[] bytes() throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            long size = channel.size();
            if (size > LARGEST) {
                throw new RuleStoreException(file + " has " + size + " bytes; expected at most " + LARGEST);
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) size);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until all of it is here; the file behind this channel never changes
            }
            return bytes.array();
        }
    }

    private void write(byte[] content) throws IOException {
        if (content.length > LARGEST) {
            throw new RuleStoreException("The rules take " + content.length + " bytes; expected at most " + LARGEST);
        }
        removeLeftovers();
        Path fresh = directory.resolve("." + name + "." + UUID.randomUUID() + ".tmp");
        try {
            try (FileChannel channel = FileChannel.open(
                    fresh,
                    Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    OwnFiles.ownersOnly(fresh))) {
                ByteBuffer bytes = ByteBuffer.wrap(content);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
        seen = true;
        forceDirectory();
    }

    /** What a process that died while writing has left; under the lock nobody else is writing. */
    private void removeLeftovers() throws IOException {
        DirectoryStream.Filter<Path> ours = it -> {
            String candidate = String.valueOf(it.getFileName());
            return candidate.startsWith("." + name + ".") && candidate.endsWith(".tmp");
        };
        try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(directory, ours)) {
            for (Path leftover : leftovers) {
                Files.deleteIfExists(leftover);
            }
        }
    }

    /** So that the new name survives a power cut too. Only POSIX systems open a directory for this. */
    private void forceDirectory() throws IOException {
        if (OwnFiles.isPosix(directory)) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
