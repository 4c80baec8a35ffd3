package dev.carabiner.console;

import dev.carabiner.audit.format.LineTail;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.verify.BackwardLines;
import dev.carabiner.audit.verify.BackwardLines.Place;
import dev.carabiner.event.EventData;
import dev.carabiner.file.FileProblem;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One log that is searched from its newest record back. Each line must have the hash that it says it has; whether it
 * follows from those before it is for a verifier.
 */
final class SearchedLog {

    private static final String VALUE = "value";

    /** The long values of one record that are looked into; more of them are passed over. */
    private static final int MOST_VALUE_BYTES = 4 * BackwardLines.LONGEST;

    private final KnownSession session;
    private final BackwardLines lines;
    private final LongPredicate isEnough;
    private final RecordLine line = new RecordLine();
    private final LineTail tail = new LineTail();
    private final Sha256 sha256 = new Sha256();
    private final byte[] hash = new byte[Sha256.BYTES];
    private Place unread;
    private byte @Nullable [] head;
    private String headTime = "";
    private List<EventData> values = new ArrayList<>();
    private boolean held;
    private @Nullable String problem;

    /** @param isEnough whether to stop in the midst of a line that is left out, after so many more bytes */
    SearchedLog(KnownSession session, Place place, LongPredicate isEnough) {
        this.session = session;
        this.lines = new BackwardLines(session.log(), place);
        this.isEnough = isEnough;
        this.unread = place;
    }

    KnownSession session() {
        return session;
    }

    /** The next record's time, as it is written; only if {@link #hasNext}. */
    String time() {
        return headTime;
    }

    boolean hasNext() {
        return head != null;
    }

    /** Whether it was stopped before it came to the next record, of which nothing is known then. */
    boolean isHeld() {
        return held;
    }

    /** Why it cannot be read further back; null if it can. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Where to go on another time; the next record is not read then. */
    Place unread() {
        return unread;
    }

    long bytesRead() {
        return lines.read();
    }

    /** Looks for the newest record. */
    void open() {
        toNext();
    }

    /** The next record if it is wanted, else null; the one before it is the next then. */
    @Nullable
    LogRecord take(AuditQuery query) {
        byte[] taken = Objects.requireNonNull(head, "the next record");
        values = new ArrayList<>();
        toNext();
        try {
            line.parse(taken, 0, taken.length);
            if (!query.accepts(LogRecord.of(line, LongTexts.none()), values)) {
                return null;
            }
            LongTexts texts = new LongTexts();
            values.forEach(texts::keep);
            return LogRecord.of(line, texts);
        } catch (InvalidJsonException | IllegalArgumentException e) {
            problem = "Record " + line.seq() + " cannot be read";
            head = null;
            return null;
        }
    }

    private void toNext() {
        head = null;
        long seen = 0;
        long begun = lines.read();
        try {
            while (true) {
                Place before = lines.place();
                switch (lines.previous()) {
                    case BEGINNING -> {
                        return;
                    }
                    case PASSED_OVER -> {
                        unread = lines.place();
                        held = isEnough.test(lines.read() - begun);
                        if (held) {
                            return;
                        }
                    }
                    case LINE -> {
                        if (isHead(before, seen)) {
                            return;
                        }
                        seen += lines.to() - lines.from();
                    }
                }
            }
        } catch (IOException e) {
            problem = "The log cannot be read: " + FileProblem.inWords(e);
        } catch (InvalidJsonException | IllegalArgumentException e) {
            problem = "A long value of the log cannot be read";
        }
    }

    /** Whether this line ends the way to the next record: it is that, or nothing further back can be believed. */
    private boolean isHead(Place before, long seen) {
        byte[] found = Arrays.copyOfRange(lines.bytes(), lines.from(), lines.to());
        if (!isSound(found)) {
            problem = "A line in front of byte " + before.end() + " of segment " + before.segment()
                    + " is not as it was written; what is older is not searched";
            return true;
        }
        if (line.type().equals(VALUE)) {
            if (seen < MOST_VALUE_BYTES) {
                values.add(EventDataJson.read(line.data()));
            }
            return false;
        }
        unread = before;
        head = found;
        headTime = line.time();
        return true;
    }

    private boolean isSound(byte[] found) {
        if (line.parse(found, 0, found.length) != null) {
            return false;
        }
        line.copyPrev(tail);
        line.computeHash(sha256, hash);
        tail.hash(hash);
        return line.endsWith(tail);
    }
}
