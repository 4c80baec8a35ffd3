package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.LineTail;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.SegmentEnd;
import dev.carabiner.audit.format.SegmentStart;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.VerifierKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules that bind each record to all those before it: number, hash, segment, key. Fed line by line; remembers only
 * where the log stands.
 */
public final class RecordChain {

    private static final byte[] START = SegmentStart.TYPE.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = SegmentEnd.TYPE.getBytes(StandardCharsets.US_ASCII);

    private final RecordLine line = new RecordLine();
    private final Sha256 sha256 = new Sha256();
    private final byte[] hash = new byte[Sha256.BYTES];
    private final LineTail tail = new LineTail();
    private MerkleTree tree = new MerkleTree();
    private byte[] logName = {};
    private int segment;
    private long segmentBegin;
    private boolean ended = true;
    private @Nullable VerifierKey key;
    private @Nullable Note handover;

    /** At the beginning of a log. */
    public RecordChain() {}

    /** As if everything before that segment had been read. What its first record says of it is believed. */
    static RecordChain before(SegmentStart start, RecordLine first) {
        RecordChain chain = new RecordChain();
        SegmentStart.Previous previous = start.previous();
        if (previous != null) {
            chain.segment = start.segment() - 1;
            chain.logName = first.log().getBytes(StandardCharsets.US_ASCII);
            chain.tree = new MerkleTree(
                    previous.size(),
                    previous.peaks().stream().map(RecordChain::bytes).toList());
            first.copyPrev(chain.tail);
        }
        return chain;
    }

    private static byte[] bytes(String hex) {
        byte[] digits = hex.getBytes(StandardCharsets.UTF_8);
        if (digits.length != RecordLine.HASH_DIGITS || !Hex.isHex(digits, 0, digits.length)) {
            throw new IllegalArgumentException("a peak is not a hash");
        }
        return HexFormat.of().parseHex(hex);
    }

    /** Takes the next line of the present segment; its LF is not part of it. */
    public void accept(byte[] bytes, int from, int to) {
        take(bytes, from, to);
        if (ended) {
            throw tampered("a record behind the segment's end");
        }
        if (line.typeIs(START)) {
            throw tampered("a segment_start in the middle of a segment");
        }
        if (line.typeIs(END)) {
            end();
        }
        add();
    }

    /** Takes the first line of the next segment. */
    public void acceptFirst(byte[] bytes, int from, int to) {
        take(bytes, from, to);
        SegmentStart start = line.typeIs(START) ? SegmentStart.parse(line.data()) : null;
        if (start == null) {
            throw tampered("the segment does not begin with a proper segment_start");
        }
        if (!ended) {
            throw tampered("the segment before has no segment_end");
        }
        VerifierKey next = VerifierKey.parse(start.key());
        if (start.segment() != segment + 1 || next == null || !next.log().equals(line.log())) {
            throw tampered("the segment_start has a wrong segment number or key");
        }
        handover = segment == 0 ? first(start) : handedOver(start, next);
        segmentBegin = tree.size();
        segment++;
        key = next;
        ended = false;
        add();
    }

    /** All at once; what exactly is wrong is looked for only if something is. */
    private void take(byte[] bytes, int from, int to) {
        String problem = line.parseBody(bytes, from, to);
        if (problem != null) {
            throw tampered(problem);
        }
        line.computeHash(sha256, hash);
        tail.hash(hash);
        if (!line.endsWith(tail) || line.seq() != tree.size() || !isOfThisLog()) {
            throw tampered(whatIsWrong());
        }
    }

    private boolean isOfThisLog() {
        return logName.length == 0 || line.logIs(logName);
    }

    private String whatIsWrong() {
        String shape = line.problemOfTail();
        if (shape != null) {
            return shape;
        }
        if (!isOfThisLog()) {
            return "the record is of another log, " + line.log();
        }
        if (line.seq() != tree.size()) {
            return "the record has the number " + line.seq() + ", expected " + tree.size();
        }
        return line.hasPrevOf(tail) ? "h is not the hash of the record" : "prev is not the hash of the record before";
    }

    /** Only here does anything change, so a line that was refused leaves no trace. */
    private void add() {
        tree.add(hash, 0);
        if (logName.length == 0) {
            logName = line.log().getBytes(StandardCharsets.US_ASCII);
        }
        tail.next();
    }

    private void end() {
        if (!SegmentEnd.of(segment, tree).equals(SegmentEnd.parse(line.data()))) {
            throw tampered("the segment_end is not what it must be");
        }
        ended = true;
    }

    private @Nullable Note first(SegmentStart start) {
        if (start.previous() != null) {
            throw tampered("the first segment claims to have one before it");
        }
        return null;
    }

    private Note handedOver(SegmentStart start, VerifierKey next) {
        SegmentStart.Previous previous = SegmentStart.Previous.of(segment, tree);
        String text = start.handover();
        if (!previous.isThatOf(start) || text == null) {
            throw tampered("the segment_start does not fit " + LogFiles.segmentName(segment));
        }
        Note note = Note.parse(text.getBytes(StandardCharsets.UTF_8));
        boolean fits = note != null
                && note.size() == tree.size()
                && Arrays.equals(note.root(), tree.root())
                && next.equals(note.nextKey())
                && (key == null || note.isSignedBy(key));
        if (note == null || !fits) {
            throw tampered("the key was not handed over by the key of " + LogFiles.segmentName(segment));
        }
        return note;
    }

    private TamperedException tampered(String problem) {
        return new TamperedException(tree.size(), problem);
    }

    /** The record that was taken last. */
    public RecordLine line() {
        return line;
    }

    /** The hash of the record that was taken last. */
    public byte[] hash() {
        return hash.clone();
    }

    /** The number of records read so far. */
    public long size() {
        return tree.size();
    }

    /** The tree over the records read so far. It grows with the reading. */
    public MerkleTree tree() {
        return tree;
    }

    /** The name of the log. */
    public String log() {
        return new String(logName, StandardCharsets.US_ASCII);
    }

    /** The number of the segment that is being read; 0 before the first. */
    public int segment() {
        return segment;
    }

    /** How many records of the segment that is being read were taken, its first one included. */
    public long recordsInSegment() {
        return tree.size() - segmentBegin;
    }

    /** Whether the segment that is being read has had its last record. */
    public boolean ended() {
        return ended && segment > 0;
    }

    /** The key of the segment that is being read. */
    public VerifierKey key() {
        return Objects.requireNonNull(key, "no segment has begun");
    }

    /** How the present segment's key was handed over; null in the first. */
    public @Nullable Note handover() {
        return handover;
    }
}
