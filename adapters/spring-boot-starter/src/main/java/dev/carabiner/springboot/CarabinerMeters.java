package dev.carabiner.springboot;

import dev.carabiner.host.Conversations;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Objects;

/**
 * The meters: {@code carabiner.decisions} counts what became of calls, by {@code decision} and {@code tool};
 * {@code carabiner.tool} times tools; {@code carabiner.conversations} and {@code carabiner.pending} are what there is now.
 */
public final class CarabinerMeters {

    CarabinerMeters(MeterRegistry registry, Conversations conversations, Decisions decisions) {
        Gauge.builder("carabiner.conversations", conversations, Conversations::size)
                .register(registry);
        Gauge.builder("carabiner.pending", decisions, it -> it.pending().size()).register(registry);
        decisions.tell(it -> count(registry, it));
    }

    private static void count(MeterRegistry registry, Decisions.Decision decision) {
        String tool = Objects.requireNonNullElse(decision.tool(), "none");
        registry.counter("carabiner.decisions", "decision", decision.what(), "tool", tool)
                .increment();
        if (decision.what().equals("ran")) {
            registry.timer("carabiner.tool", "tool", tool).record(Duration.ofMillis(decision.millis()));
        }
    }
}
