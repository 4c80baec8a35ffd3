package dev.carabiner.audit.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of a segment, taken apart where it lies: the positions of its fields in the bytes that were read. Reused
 * from line to line. Not for use by two threads at once.
 */
public final class RecordLine {

    public static final int HASH_DIGITS = 64;

    private static final int MOST_SEQ_DIGITS = 18;

    private static final byte[] BEFORE_LOG = ascii("{\"v\":2,\"log\":\"");
    private static final byte[] BEFORE_LOG_1 = ascii("{\"v\":1,\"log\":\""); // just as long
    private static final byte[] BEFORE_SEQ = ascii("\",\"seq\":");
    private static final byte[] BEFORE_TIME = ascii(",\"ts\":\"");
    private static final byte[] BEFORE_BOOT = ascii("Z\",\"boot\":\"");
    private static final byte[] BEFORE_SESSION = ascii("\",\"session\":");
    private static final byte[] BEFORE_TYPE = ascii(",\"type\":\"");
    private static final byte[] BEFORE_ACTOR = ascii("\",\"actor\":");
    private static final byte[] BEFORE_DATA = ascii(",\"data\":");
    /** Bytes that no line has. */
    private static final byte[] NOTHING = {0};

    private final JsonCheck json = new JsonCheck();
    private byte[] bytes = {};
    private int from;
    private int to;
    private int at;
    private byte[] knownLog = NOTHING;
    private byte[] knownTime = NOTHING;
    private byte[] knownBoot = NOTHING;
    private byte[] knownWho = NOTHING;
    private long seq;
    private int time;
    private int who;
    private int sessionEnd;
    private int typeStart;
    private int typeEnd;
    private int actorStart;
    private int actorEnd;
    private int dataFrom;
    private int tail;

    /** Takes the line between the positions, without its LF. Returns what is wrong with it, or null. */
    public @Nullable String parse(byte[] text, int start, int end) {
        String problem = parseBody(text, start, end);
        return problem == null ? problemOfTail() : problem;
    }

    /** The same, but for its end with prev and h; for those who know what that must be. */
    public @Nullable String parseBody(byte[] text, int start, int end) {
        bytes = text;
        from = start;
        to = end;
        at = start;
        tail = end - LineTail.LENGTH;
        if (tail <= start) {
            return "the line is too short for a record";
        }
        return head();
    }

    /** What is wrong with its end, whatever the digits there are; or null. */
    public @Nullable String problemOfTail() {
        return LineTail.isShaped(bytes, tail) ? null : "the fields prev and h are not as they must be";
    }

    /**
     * What stands before the number, between it and the fraction of a second, and between that and the data is often
     * what stood there in the line before, so it is compared with that before it is looked at.
     */
    private @Nullable String head() {
        if (!skip(knownLog)) {
            if (!((skip(BEFORE_LOG) || skip(BEFORE_LOG_1))
                    && take(FieldShapes.logName(bytes, at, tail))
                    && skip(BEFORE_SEQ))) {
                return "the fields v and log are not as they must be";
            }
            knownLog = Arrays.copyOfRange(bytes, from, at);
        }
        if (!takeSeq()) {
            return "the field seq is not as it must be";
        }
        time = at + BEFORE_TIME.length;
        if (!skip(knownTime)) {
            int start = at;
            if (!(skip(BEFORE_TIME) && take(FieldShapes.upToSecond(bytes, at, tail)))) {
                return "the field ts is not as it must be";
            }
            knownTime = Arrays.copyOfRange(bytes, start, at);
        }
        return take(FieldShapes.fraction(bytes, at, tail)) ? boot() : "the field ts is not as it must be";
    }

    private @Nullable String boot() {
        if (!skip(knownBoot)) {
            int start = at;
            if (!(skip(BEFORE_BOOT) && take(FieldShapes.boot(bytes, at, tail)) && skip(BEFORE_SESSION))) {
                return "the field boot is not as it must be";
            }
            knownBoot = Arrays.copyOfRange(bytes, start, at);
        }
        return body();
    }

    private @Nullable String body() {
        who = at;
        if (!skip(knownWho)) {
            String problem = takeWho();
            if (problem != null) {
                knownWho = NOTHING;
                return problem;
            }
            knownWho = Arrays.copyOfRange(bytes, who, at);
        }
        dataFrom = at;
        if (json.object(bytes, at, tail, 2) != tail) {
            return "the field data is not an acceptable JSON object";
        }
        return null;
    }

    /** Session, type and actor; where they are is kept relative to the first, for lines in which they are the same. */
    private @Nullable String takeWho() {
        sessionEnd = json.string(bytes, at, tail) - who;
        at = who + sessionEnd;
        if (!(sessionEnd > 0 && skip(BEFORE_TYPE) && takeType() && skip(BEFORE_ACTOR))) {
            return "the fields session and type are not as they must be";
        }
        actorStart = at - who;
        actorEnd = json.string(bytes, at, tail) - who;
        at = who + actorEnd;
        return actorEnd > 0 && skip(BEFORE_DATA) ? null : "the field actor is not as it must be";
    }

    /** Whether prev is made of digits; for those who do not know which they must be. */
    public boolean prevIsHex() {
        return Hex.isHex(bytes, prev(), prev() + HASH_DIGITS);
    }

    private boolean skip(byte[] expected) {
        int next = at + expected.length;
        if (next > to || !Arrays.equals(bytes, at, next, expected, 0, expected.length)) {
            return false;
        }
        at = next;
        return true;
    }

    private boolean takeSeq() {
        int start = at;
        seq = 0;
        while (at < tail && FieldShapes.isDigit(bytes[at]) && at - start < MOST_SEQ_DIGITS) {
            seq = 10 * seq + bytes[at++] - '0';
        }
        return at - start == 1 || (at > start && bytes[start] != '0');
    }

    private boolean takeType() {
        typeStart = at - who;
        boolean shaped = take(FieldShapes.type(bytes, at, tail));
        typeEnd = at - who;
        return shaped;
    }

    /** Goes on behind what was found; not if nothing was. */
    private boolean take(int behind) {
        at = behind;
        return behind != JsonCheck.MALFORMED;
    }

    /** The name of the log that it belongs to. */
    public String log() {
        int end = knownLog.length - BEFORE_SEQ.length;
        return new String(knownLog, BEFORE_LOG.length, end - BEFORE_LOG.length, StandardCharsets.US_ASCII);
    }

    /** Whether it belongs to the log with this name, without making a text of it. */
    public boolean logIs(byte[] name) {
        int end = knownLog.length - BEFORE_SEQ.length;
        return Arrays.equals(knownLog, BEFORE_LOG.length, end, name, 0, name.length);
    }

    /** Its place in the log, counted from 0. */
    public long seq() {
        return seq;
    }

    /** When it was made, as it is written. */
    public String time() {
        return text(time, time + FieldShapes.TIME_LENGTH);
    }

    /** As JSON, in quotes. */
    public String session() {
        return text(who, who + sessionEnd);
    }

    /** The kind of record. */
    public String type() {
        return text(who + typeStart, who + typeEnd);
    }

    /** Whether it is of this kind, without making a text of it. */
    public boolean typeIs(byte[] type) {
        return Arrays.equals(bytes, who + typeStart, who + typeEnd, type, 0, type.length);
    }

    /** As JSON, in quotes. */
    public String actor() {
        return text(who + actorStart, who + actorEnd);
    }

    /** What it says, as JSON. A copy. */
    public byte[] data() {
        return Arrays.copyOfRange(bytes, dataFrom, tail);
    }

    /** Whether prev and h, and all around them, are what they must be. */
    public boolean endsWith(LineTail expected) {
        return expected.is(bytes, tail);
    }

    /** Whether its prev is the one that the tail expects. */
    public boolean hasPrevOf(LineTail expected) {
        return expected.hasPrev(bytes, tail);
    }

    /** Makes this record's prev that of the tail. */
    public void copyPrev(LineTail into) {
        into.prev(bytes, prev());
    }

    private int prev() {
        return tail + LineTail.PREV;
    }

    /** What the hash must be, as bytes. */
    public void computeHash(Sha256 sha256, byte[] into) {
        sha256.leaf(bytes, from, tail + LineTail.HASHED, into, 0);
    }

    /** The line without its LF. */
    public byte[] line() {
        return Arrays.copyOfRange(bytes, from, to);
    }

    private String text(int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
