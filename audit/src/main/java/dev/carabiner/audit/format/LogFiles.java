package dev.carabiner.audit.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The names of a log's files. */
public record LogFiles(Path directory) {

    private static final Pattern SEGMENT = Pattern.compile("segment-([0-9]{6})\\.jsonl");

    private static final int DIGITS = 6;

    /** A line, its LF included. */
    public static final int LONGEST_LINE = 16 * 1024 * 1024;

    /** The file name of a segment. The first has the number 1. */
    public static String segmentName(int number) {
        return numbered(number) + ".jsonl";
    }

    /** By hand: a formatter would be the slowest part of opening a log. */
    private static String numbered(int number) {
        String digits = String.valueOf(number);
        return "segment-" + "0".repeat(Math.max(0, DIGITS - digits.length())) + digits;
    }

    /** The file of a segment, whether it is there or not. */
    public Path segment(int number) {
        return directory.resolve(segmentName(number));
    }

    /** A segment that is being made, and does not count yet. */
    public Path newSegment(int number) {
        return directory.resolve(segmentName(number) + ".new");
    }

    /** The side file with the salts and values of a segment that can be erased. */
    public Path secrets(int number) {
        return directory.resolve(numbered(number) + ".secrets");
    }

    /** What a crash left where record {@code seq} was to come. */
    public Path torn(int number, long seq) {
        return directory.resolve(segmentName(number) + "." + seq + ".torn");
    }

    /** The side file with the signed checkpoints. */
    public Path checkpoints() {
        return directory.resolve("checkpoints");
    }

    /** The private key that signs at present. */
    public Path key() {
        return directory.resolve("key");
    }

    /** The private key that takes over at the next handover. */
    public Path nextKey() {
        return directory.resolve("key.next");
    }

    /** The public key that the log began with. */
    public Path rootKey() {
        return directory.resolve("root.pub");
    }

    /** The same while it is being written. */
    public Path newRootKey() {
        return directory.resolve("root.pub.new");
    }

    /** The file whose lock the one writer of the log holds. */
    public Path lock() {
        return directory.resolve("lock");
    }

    /** Anything else, a pipe for example, might keep a reader waiting for ever. */
    public static Path regular(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FileSystemException(file.toString(), null, "is not a regular file");
        }
        return file;
    }

    /** The segments that are there, by number. */
    public SortedMap<Integer, Path> segments() throws IOException {
        SortedMap<Integer, Path> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.forEach(file -> {
                Matcher name = SEGMENT.matcher(file.getFileName().toString());
                if (name.matches()) {
                    found.put(Integer.parseInt(name.group(1)), file);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return found;
    }
}
