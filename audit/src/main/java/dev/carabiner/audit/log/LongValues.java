package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The long values of one record that the log may not hold yet, innermost first. Each becomes a record of its own in front
 * of the record that names it. Not for use by two threads at once.
 */
final class LongValues {

    /** A value's JSON and the digest that names it. */
    @SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
    record LongValue(String digest, byte[] json) {}

    private final WrittenValues written;
    private final Sha256 sha256 = new Sha256();
    private final List<LongValue> fresh = new ArrayList<>();

    LongValues(WrittenValues written) {
        this.written = written;
    }

    void clear() {
        fresh.clear();
    }

    /** Takes the bytes between the positions, unless the log has them; returns their digest. */
    String take(byte[] bytes, int from, int to) {
        String digest = Hex.of(sha256.plain(bytes, from, to));
        if (!written.contains(digest)) {
            fresh.add(new LongValue(digest, Arrays.copyOfRange(bytes, from, to)));
        }
        return digest;
    }

    /** In the order in which they must be written: what another one names comes before it. */
    List<LongValue> fresh() {
        return fresh;
    }

    /** Whether the value still has to be written. From then on it counts as written. */
    boolean claim(LongValue value) {
        return written.add(value.digest());
    }
}
