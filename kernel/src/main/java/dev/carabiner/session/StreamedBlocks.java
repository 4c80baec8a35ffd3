package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.Streamed;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a streamed answer that are not complete. Their pieces are counted and hashed instead of recorded one by
 * one. Any thread may call it.
 */
final class StreamedBlocks {

    private static final String DELTA = "content_block:delta";
    private static final int MOST_OPEN = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Long, Block> open = new LinkedHashMap<>();
    private volatile boolean someOpen; // what most emits need to know, without the lock

    /** Whether no block is open, as a block opened by an earlier emit of this thread would be. */
    boolean isNoneOpen() {
        return !someOpen;
    }

    /** Whether the record of this emit can be left out, because it is a piece that no handler answered to. */
    boolean folds(HookOutcome outcome, Emit emit) {
        String piece = outcome.event().equals(DELTA) ? piece(outcome.incoming()) : null;
        if (piece == null) {
            return false;
        }
        lock.lock();
        try {
            open.computeIfAbsent(index(outcome.incoming()), index -> new Block(index, emit))
                    .add(piece);
            someOpen = true;
        } finally {
            lock.unlock();
        }
        return !outcome.denied() && outcome.runs().stream().allMatch(StreamedBlocks::isSilent);
    }

    /** The text of a piece; for a piece without one, as of a host's own events, its data. Null if that has no text form. */
    private static @Nullable String piece(EventData data) {
        if (data.get("delta") instanceof String text) {
            return text;
        }
        try {
            return CanonicalJson.of(data.without("session_id").without("timestamp"));
        } catch (InvalidEventDataException e) {
            return null;
        }
    }

    private static boolean isSilent(HandlerRun run) {
        return run.output().isEmpty()
                && run.result() instanceof HookResult.Continue result
                && result.data() == null
                && result.userMessage() == null
                && result.because().isEmpty();
    }

    /** The records of those blocks that end with this emit, for which they come before its own; they are open no more. */
    List<Streamed> endedBy(HookOutcome outcome, String session, Instant now) {
        lock.lock();
        try {
            if (open.isEmpty()) {
                return List.of();
            }
            String event = outcome.event();
            if (event.equals(DELTA) && open.size() < MOST_OPEN) {
                return List.of();
            }
            if (event.equals("content_block:end") || event.equals("content_block:start")) {
                Block ended = open.remove(index(outcome.incoming()));
                someOpen = !open.isEmpty();
                return ended == null ? List.of() : List.of(ended.record(session, now));
            }
            return all(session, now);
        } finally {
            lock.unlock();
        }
    }

    /** The records of all blocks; none is open any more. */
    List<Streamed> all(String session, Instant now) {
        lock.lock();
        try {
            List<Streamed> records = new ArrayList<>();
            open.values().forEach(block -> records.add(block.record(session, now)));
            open.clear();
            someOpen = false;
            return records;
        } finally {
            lock.unlock();
        }
    }

    private static long index(EventData data) {
        return data.get("index") instanceof Number number ? number.longValue() : 0;
    }

    /** Hashes its pieces as one text, so that a character which two pieces share is whole. */
    private static final class Block {

        private final long index;
        private final Emit first;
        private final MessageDigest digest = sha256();
        private long pieces;
        private long bytes;
        private @Nullable Character half;

        Block(long index, Emit first) {
            this.index = index;
            this.first = first;
        }

        void add(String piece) {
            pieces++;
            String text = half == null ? piece : half + piece;
            half = null;
            if (!text.isEmpty() && Character.isHighSurrogate(text.charAt(text.length() - 1))) {
                half = text.charAt(text.length() - 1);
                text = text.substring(0, text.length() - 1);
            }
            hash(text);
        }

        private void hash(String text) {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            bytes += utf8.length;
            digest.update(utf8);
        }

        Streamed record(String session, Instant now) {
            if (half != null) {
                hash(half.toString());
            }
            String sum = HexFormat.of().formatHex(digest.digest());
            return new Streamed(session, now, first.id(), first.parent(), DELTA, index, pieces, bytes, sum);
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new AssertionError("every Java platform has SHA-256", e);
            }
        }
    }
}
