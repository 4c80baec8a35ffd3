package dev.carabiner.springboot;

import dev.carabiner.host.Conversations;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The meters: {@code carabiner.decisions} counts what became of calls, by {@code decision} and {@code tool};
 * {@code carabiner.tool} times tools; {@code carabiner.conversations} and {@code carabiner.pending} are what there is now.
 */
public final class CarabinerMeters {

    /** A model may call tools by any name, and each name is a meter. */
    private static final int MOST_TOOLS = 200;

    private final Set<String> tools = ConcurrentHashMap.newKeySet();

    CarabinerMeters(MeterRegistry registry, Conversations conversations, Decisions decisions) {
        Gauge.builder("carabiner.conversations", conversations, Conversations::size)
                .register(registry);
        Gauge.builder("carabiner.pending", decisions, it -> it.pending().size()).register(registry);
        decisions.tell(it -> count(registry, it));
    }

    private void count(MeterRegistry registry, Decisions.Decision decision) {
        String tool = known(Objects.requireNonNullElse(decision.tool(), "none"));
        registry.counter("carabiner.decisions", "decision", decision.what(), "tool", tool)
                .increment();
        if (decision.what().equals("ran")) {
            registry.timer("carabiner.tool", "tool", tool).record(Duration.ofMillis(decision.millis()));
        }
    }

    private String known(String tool) {
        return tools.contains(tool) || (tools.size() < MOST_TOOLS && tools.add(tool)) ? tool : "other";
    }
}
