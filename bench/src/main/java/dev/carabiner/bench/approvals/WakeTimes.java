package dev.carabiner.bench.approvals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Times in nanoseconds, in the order of their length when they are asked for. */
final class WakeTimes {

    private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());

    void add(long time) {
        nanos.add(time);
    }

    /** The one that this share of them does not exceed, in milliseconds. */
    double millis(double share) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.isEmpty() ? Double.NaN : sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
    }
}
