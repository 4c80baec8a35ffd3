package dev.carabiner.guard.rule;

import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.ExclusiveLock;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.LockedException;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Rules in one file, in the form of {@link RuleLines}. A change is made under a lock on a companion file: read, change,
 * replace. A reader, and a process that starts after a crash, finds the old rules or the new ones.
 *
 * <p>A file that was there once and is gone is an error, not an empty list: with it the deny rules would be gone. So is a
 * file that others can write, because it decides what an agent may do.
 */
final class FileRuleStore implements RuleStore {

    private static final int LARGEST = 64 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path file;
    private final Path directory;
    private volatile boolean seen;

    FileRuleStore(Path file) {
        this.file = file.toAbsolutePath().normalize();
        this.directory = Objects.requireNonNull(this.file.getParent(), "expected a file, but came " + file);
    }

    @Override
    public Path location() {
        return file;
    }

    @Override
    public List<ApprovalRule> load() {
        try {
            return read();
        } catch (IOException e) {
            throw new RuleStoreException("Cannot read the approval rules: " + FileProblem.inWords(e), e);
        }
    }

    @Override
    public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
        try {
            PrivateFiles.makeDirectories(directory);
            try (ExclusiveLock lock =
                    ExclusiveLock.await(file.resolveSibling(file.getFileName() + ".lock"), PATIENCE)) {
                return changed(change);
            }
        } catch (LockedException e) {
            throw new RuleStoreException(
                    "The approval rules were being changed for " + PATIENCE.toSeconds() + " seconds: " + e.getMessage(),
                    e);
        } catch (IOException e) {
            throw new RuleStoreException("Cannot change the approval rules: " + FileProblem.inWords(e), e);
        }
    }

    private List<ApprovalRule> changed(UnaryOperator<List<ApprovalRule>> change) throws IOException {
        List<ApprovalRule> before = read();
        List<ApprovalRule> after = List.copyOf(change.apply(before));
        if (!after.equals(before)) {
            write(RuleLines.write(after).getBytes(StandardCharsets.US_ASCII));
        }
        return after;
    }

    private List<ApprovalRule> read() throws IOException {
        byte[] content = PrivateFiles.read(file, LARGEST);
        if (content == null) {
            if (seen) {
                throw new RuleStoreException(file + " is gone; expected the approval rules that were there before");
            }
            return List.of();
        }
        seen = true;
        return RuleLines.read(file, new String(content, StandardCharsets.ISO_8859_1)); // no byte is lost or replaced
    }

    private void write(byte[] content) throws IOException {
        if (content.length > LARGEST) {
            throw new RuleStoreException("The rules take " + content.length + " bytes; expected at most " + LARGEST);
        }
        AtomicFile.replace(file, content);
        seen = true;
    }
}
