package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Notes;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.Signatures.Claim;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One file of notes, walked in step with the records: every note's place, root and key must be what they must be. */
final class NoteTrail implements Closeable {

    private static final long NONE_LEFT = Long.MAX_VALUE;

    private final Notes notes;
    private final String file;
    private final boolean chained;
    private final Signatures signatures;
    private boolean skipped;
    private @Nullable Note next;
    private @Nullable Note last;
    private long nextSize;
    private @Nullable Claim unchecked;

    private NoteTrail(Notes notes, String file, boolean chained, Signatures signatures) {
        this.notes = notes;
        this.file = file;
        this.chained = chained;
        this.signatures = signatures;
    }

    /** The side file, in which each note is chained to the one before it. */
    static NoteTrail ofLog(Notes notes, Signatures signatures) {
        return new NoteTrail(notes, "the side file", true, signatures);
    }

    /** What an anchor has kept, which need not be all. */
    static NoteTrail ofAnchor(Notes notes, String name, Signatures signatures) {
        return new NoteTrail(notes, "the anchor " + name, false, signatures);
    }

    /**
     * Leaves out the notes before the last one that speaks of at most so many records. For a reading that begins there: what
     * stands before is believed, as the records are. To be called before the first record.
     */
    void skipTo(long records) throws IOException {
        skipped = notes.skipTo(records);
    }

    /** To be called with each record taken; cheap if no note speaks of just so many. */
    void reached(RecordChain chain) throws IOException {
        if (nextSize == 0) {
            advance(chain);
        }
        while (next != null && chain.size() >= nextSize) {
            if (chain.size() == nextSize) {
                compare(next, chain);
            }
            last = next; // a smaller one was passed before the reading began, in an earlier segment
            advance(chain);
        }
    }

    private void compare(Note note, RecordChain chain) {
        if (!Arrays.equals(note.root(), chain.tree().root())) {
            throw tampered(chain.size(), "has another root: the records are not those that were signed");
        }
        if (!Arrays.equals(note.keyHash(), chain.key().hash())) {
            throw tampered(chain.size(), "is not signed with the key of its segment");
        }
        sign(new Claim(note, chain.key(), file));
    }

    /**
     * A note in the chain signs the hash of the one before it, signature and all, so of each key the last is enough: then a
     * log with many checkpoints takes no longer.
     */
    private void sign(Claim claim) {
        if (!chained) {
            signatures.add(claim);
            return;
        }
        if (unchecked != null && !unchecked.key().equals(claim.key())) {
            signatures.add(unchecked);
        }
        unchecked = claim;
    }

    private void advance(RecordChain chain) throws IOException {
        byte[] bytes = notes.next();
        if (bytes == null) {
            next = null;
            nextSize = NONE_LEFT;
            return;
        }
        Note note = Note.parse(bytes);
        if (note == null || !note.isCheckpoint() || !note.origin().equals(VerifierKey.origin(chain.log()))) {
            throw tampered(chain.size(), "is malformed or of another log");
        }
        long before = last == null ? 0 : last.size();
        if (note.size() < before || (chained && note.size() == before)) {
            throw tampered(note.size(), "is out of order");
        }
        if (chained && !skipped && !note.follows(last)) {
            throw tampered(note.size(), "does not follow the checkpoint before it");
        }
        skipped = false;
        next = note;
        nextSize = note.size();
    }

    /** After the last record: nothing may be left. */
    void finish(RecordChain chain) throws IOException {
        if (unchecked != null) {
            signatures.add(unchecked);
        }
        if (chain.size() == 0 && notes.next() != null) {
            throw tampered(1, "speaks of records, and there are none");
        }
        if (next != null) {
            String missing = "covers " + next.size() + " records, and there are only " + chain.size();
            throw tampered(chain.size() + 1, missing);
        }
    }

    /** What the file is called in what is said of it. */
    String file() {
        return file;
    }

    /** How many records the last note covers. */
    long covered() {
        return last == null ? 0 : last.size();
    }

    @Nullable
    Note last() {
        return last;
    }

    long wholeLength() {
        return notes.wholeLength();
    }

    boolean isTorn() {
        return notes.isTorn();
    }

    private TamperedException tampered(long size, String problem) {
        return new TamperedException(size - 1, "a checkpoint in " + file + " " + problem);
    }

    @Override
    public void close() throws IOException {
        notes.close();
    }
}
