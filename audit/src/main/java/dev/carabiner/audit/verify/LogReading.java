package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;

/** Goes through the whole records of a log in order, checking that each follows from the one before. */
public final class LogReading {

    /** What is done with each record. */
    @FunctionalInterface
    public interface Visitor {

        /** The chain stands just behind the record. Returns whether to go on. */
        boolean visit(RecordChain chain) throws IOException;
    }

    private LogReading() {}

    /**
     * Reads until the visitor has enough or no whole record is left.
     *
     * @throws TamperedException at the first record that does not follow from those before
     * @throws NoLogException if there is no log
     */
    public static void read(Path directory, Visitor visitor) throws IOException {
        LogFiles files = new LogFiles(directory);
        SortedMap<Integer, Path> segments = files.segments();
        if (segments.isEmpty()) {
            throw new NoLogException(directory);
        }
        RecordChain chain = new RecordChain();
        for (Path segment : segments.values()) {
            if (!read(segment, chain, visitor)) {
                return;
            }
        }
    }

    private static boolean read(Path segment, RecordChain chain, Visitor visitor) throws IOException {
        try (LineReader lines = new LineReader(segment)) {
            boolean first = true;
            while (lines.next() == LineReader.Kind.LINE) {
                if (first) {
                    chain.acceptFirst(lines.bytes(), lines.from(), lines.to());
                } else {
                    chain.accept(lines.bytes(), lines.from(), lines.to());
                }
                first = false;
                if (!visitor.visit(chain)) {
                    return false;
                }
            }
            return true;
        }
    }
}
