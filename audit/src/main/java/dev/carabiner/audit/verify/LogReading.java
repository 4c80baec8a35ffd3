package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;

/**
 * Goes through the whole records of a log in order, checking that each follows from the one before. It ends where a
 * {@link LogVerifier} would see a torn tail, and can go on from there when a writer has written more.
 */
public final class LogReading {

    /** What is done with each record. */
    @FunctionalInterface
    public interface Visitor {

        /** The chain stands just behind the record. Returns whether to go on. */
        boolean visit(RecordChain chain) throws IOException;
    }

    private final LogFiles files;
    private final RecordChain chain = new RecordChain();
    private long offset; // in the segment that the chain is in
    private boolean torn;

    /** Before the first record. */
    public LogReading(Path directory) {
        this.files = new LogFiles(directory);
    }

    /** Reads all at once, see {@link #readOn}. */
    public static boolean read(Path directory, Visitor visitor) throws IOException {
        return new LogReading(directory).readOn(visitor);
    }

    /**
     * Reads from where it has ended before, until the visitor has enough or no whole record is left. Returns whether
     * something unfinished is behind the last.
     *
     * @throws TamperedException at the first record that does not follow from those before
     * @throws NoLogException if there is no log
     */
    public boolean readOn(Visitor visitor) throws IOException {
        SortedMap<Integer, Path> segments = files.segments();
        if (segments.isEmpty()) {
            throw new NoLogException(files.directory());
        }
        torn = false;
        for (Map.Entry<Integer, Path> segment :
                segments.tailMap(chain.segment()).entrySet()) {
            int number = segment.getKey();
            if (number == 0) {
                throw new TamperedException(TamperedException.NO_RECORD, "there is a segment 0");
            }
            if (number > chain.segment() + 1) {
                String missing = LogFiles.segmentName(chain.segment() + 1) + " is missing";
                throw new TamperedException(TamperedException.NO_RECORD, missing);
            }
            if (!readSegment(segment.getValue(), number, number == segments.lastKey(), visitor)) {
                return false;
            }
        }
        return torn;
    }

    private boolean readSegment(Path path, int number, boolean last, Visitor visitor) throws IOException {
        boolean begun = chain.segment() == number;
        try (LineReader lines = new LineReader(path, begun ? offset : 0)) {
            LineReader.Kind kind = lines.next();
            while (kind == LineReader.Kind.LINE && taken(lines, number)) {
                offset = lines.offset() + lines.to() - lines.from() + 1;
                if (!visitor.visit(chain)) {
                    return false;
                }
                kind = lines.next();
            }
            if (TornTail.isTorn(lines, kind, chain) || chain.segment() != number) {
                TornTail.check(chain, number, last);
                torn = true;
            }
            return true;
        }
    }

    /** False if the line is torn. */
    private boolean taken(LineReader lines, int number) {
        try {
            if (chain.segment() == number) {
                chain.accept(lines.bytes(), lines.from(), lines.to());
            } else {
                chain.acceptFirst(lines.bytes(), lines.from(), lines.to());
            }
            return true;
        } catch (TamperedException e) {
            if (lines.hasNul()) {
                return false;
            }
            throw e;
        }
    }
}
