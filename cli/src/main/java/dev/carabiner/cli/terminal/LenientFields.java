package dev.carabiner.cli.terminal;

import dev.carabiner.event.EventData;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads event data that a hook may have changed: what is not of the expected type counts as absent. */
final class LenientFields {

    private LenientFields() {}

    static String text(@Nullable EventData data, String key) {
        return data != null && data.get(key) instanceof String text ? text : "";
    }

    static long number(@Nullable EventData data, String key) {
        return data != null && data.get(key) instanceof Number number ? number.longValue() : 0;
    }

    static @Nullable EventData object(EventData data, String key) {
        return data.get(key) instanceof Map ? data.object(key) : null;
    }
}
