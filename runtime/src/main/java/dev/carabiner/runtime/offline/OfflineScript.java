package dev.carabiner.runtime.offline;

import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers that are given in order. */
public final class OfflineScript {

    private final List<Entry> entries;

    OfflineScript(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Reads a scenario's YAML file.
     *
     * @throws dev.carabiner.runtime.provider.ProviderException if it is none; the message names file and line
     */
    public static OfflineScript read(Path file) {
        return OfflineScriptReader.read(file);
    }

    List<Entry> entries() {
        return entries;
    }

    /**
     * One answer.
     *
     * @param contains what the last message must contain for it to be given; empty for nothing
     */
    record Entry(
            String contains,
            String text,
            List<Call> calls,
            @Nullable Duration delay,
            @Nullable SimulatedError error) {}

    /** A tool call of an answer. */
    record Call(String name, EventData input) {}
}
