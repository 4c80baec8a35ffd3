package dev.carabiner.cli.audit;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The file behind {@code --out}. It gets its name only when all of it is there, so that a command that fails leaves what
 * was there before; and it is never one of the log's own.
 */
final class OutputFile {

    /** What is to be in it. */
    @FunctionalInterface
    interface Content {

        void writeTo(OutputStream out) throws IOException;
    }

    private OutputFile() {}

    /**
     * Writes it.
     *
     * @throws UnwritableException if it is the file that cannot be written
     * @throws IOException if it is the log that cannot be read
     */
    static void write(String name, Path log, Content content) throws IOException {
        if (name.isEmpty()) {
            throw new UsageException("--out needs the name of a file");
        }
        Path file = Path.of(name);
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            fill(file, content); // a pipe or a device cannot be replaced
            return;
        }
        Path logDirectory = log.toRealPath();
        Path target = resolved(file);
        if (target.startsWith(logDirectory)) {
            throw new UsageException("--out must not be in the log's own directory, where '" + name + "' is");
        }
        replace(target, content);
    }

    private static Path resolved(Path file) {
        try {
            if (Files.exists(file)) {
                return file.toRealPath();
            }
            Path whole = file.toAbsolutePath();
            Path parent = whole.getParent();
            if (parent == null) {
                throw new FileSystemException(whole.toString(), null, "is a directory");
            }
            return parent.toRealPath().resolve(whole.getFileName());
        } catch (IOException e) {
            throw new UnwritableException(e);
        }
    }

    private static void replace(Path target, Content content) throws IOException {
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        Path made = target.resolveSibling(".carabiner-" + random + ".new");
        try {
            create(made, target);
            fill(made, content);
            move(made, target);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    /** For whom the old file was, the new one is, too, from the beginning. */
    private static void create(Path made, Path target) {
        try {
            Files.createFile(made);
            if (Files.exists(target)) {
                Files.setPosixFilePermissions(made, Files.getPosixFilePermissions(target));
            }
        } catch (IOException e) {
            throw new UnwritableException(e);
        }
    }

    private static void move(Path made, Path target) {
        try {
            Files.move(made, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UnwritableException(e);
        }
    }

    private static void fill(Path file, Content content) throws IOException {
        try (OutputStream out = new BufferedOutputStream(new Checked(opened(file)))) {
            content.writeTo(out);
        }
    }

    private static OutputStream opened(Path file) {
        try {
            return Files.newOutputStream(file, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UnwritableException(e);
        }
    }

    /** Tells what fails here from what fails where the content is read. */
    private static final class Checked extends FilterOutputStream {

        Checked(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            try {
                out.write(bytes, from, count);
            } catch (IOException e) {
                throw new UnwritableException(e);
            }
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UnwritableException(e);
            }
        }
    }
}
