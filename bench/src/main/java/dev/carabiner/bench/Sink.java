package dev.carabiner.bench;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Where every no-op handler leaves the data it was given, so that no compiler can prove the call useless. A measured
 * one ends in JMH's {@link Blackhole}; a counting one proves before the measurement that each handler is reached.
 */
final class Sink {
    private final @Nullable Blackhole hole;
    private final AtomicInteger taken = new AtomicInteger();

    private Sink(@Nullable Blackhole hole) {
        this.hole = hole;
    }

    static Sink into(Blackhole hole) {
        return new Sink(hole);
    }

    static Sink counting() {
        return new Sink(null);
    }

    void take(Object data) {
        if (hole != null) {
            hole.consume(data);
        } else {
            taken.incrementAndGet();
        }
    }

    int taken() {
        return taken.get();
    }
}
