package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Notes;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.SegmentStart;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The end of a log as a crash may have left it, read so that it can be continued. Segments before the last are not read:
 * that is a verifier's work, and would take too long each time a log is opened.
 *
 * @param wholeBytes how far whole records reach; 0 if not even the first is there
 * @param torn whether something follows them
 * @param lastNote the last checkpoint, whatever segment it is of
 * @param noteBytes how far whole checkpoints reach
 */
public record LastSegment(
        RecordChain chain,
        long wholeBytes,
        boolean torn,
        @Nullable Note lastNote,
        long noteBytes) {

    /** Reads it. Throws {@link TamperedException} if it is not what a writer and a crash can have left. */
    public static LastSegment read(LogFiles files, int number) throws IOException {
        Signatures signatures = Signatures.last();
        try (LineReader lines = new LineReader(files.segment(number));
                NoteTrail trail = NoteTrail.ofLog(Notes.ofLog(files), signatures)) {
            Reading reading = new Reading(lines, trail);
            reading.all();
            if (reading.whole > 0 && reading.chain.segment() != number) {
                throw new TamperedException(reading.chain.size() - 1, "the segment is not number " + number);
            }
            if (reading.whole > 0 || number == 1) {
                trail.finish(reading.chain);
            } else if (!read(files, number - 1).chain.ended()) {
                throw new TamperedException(0, LogFiles.segmentName(number - 1) + " has no segment_end");
            }
            signatures.finish();
            return new LastSegment(reading.chain, reading.whole, reading.torn, trail.last(), trail.wholeLength());
        }
    }

    /** Whether it has at least one whole line. */
    public boolean begun() {
        return wholeBytes > 0;
    }

    private static final class Reading {

        private final LineReader lines;
        private final NoteTrail trail;
        private RecordChain chain = new RecordChain();
        private long whole;
        private boolean torn;

        Reading(LineReader lines, NoteTrail trail) {
            this.lines = lines;
            this.trail = trail;
        }

        void all() throws IOException {
            LineReader.Kind kind = lines.next();
            while (kind == LineReader.Kind.LINE && accepted()) {
                whole = lines.offset() + lines.to() - lines.from() + 1;
                trail.reached(chain);
                kind = lines.next();
            }
            if (kind == LineReader.Kind.TOO_LONG && !lines.hasNul()) {
                throw new TamperedException(chain.size(), "the line is too long");
            }
            torn = kind != LineReader.Kind.END;
            if (torn && chain.ended()) {
                throw new TamperedException(chain.size(), "there is something behind the segment's end");
            }
        }

        /** False if the line is torn. */
        private boolean accepted() throws IOException {
            try {
                if (whole == 0) {
                    chain = resumed();
                    trail.skipTo(chain.size());
                    chain.acceptFirst(lines.bytes(), lines.from(), lines.to());
                } else {
                    chain.accept(lines.bytes(), lines.from(), lines.to());
                }
                return true;
            } catch (TamperedException e) {
                if (lines.hasNul()) {
                    return false;
                }
                throw e;
            }
        }

        private RecordChain resumed() {
            RecordLine first = new RecordLine();
            String problem = first.parse(lines.bytes(), lines.from(), lines.to());
            SegmentStart start = problem == null ? SegmentStart.parse(first.data()) : null;
            if (start == null) {
                throw new TamperedException(0, "the segment does not begin with a proper segment_start");
            }
            try {
                return RecordChain.before(start, first);
            } catch (IllegalArgumentException e) {
                throw new TamperedException(first.seq(), "the segment_start has impossible peaks");
            }
        }
    }
}
