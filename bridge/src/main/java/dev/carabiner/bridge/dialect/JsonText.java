package dev.carabiner.bridge.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.json.JsonBytes;
import org.jspecify.annotations.Nullable;

/** Any JSON-shaped value as text. */
final class JsonText {

    private JsonText() {}

    static String of(@Nullable Object value) {
        JsonBytes bytes = new JsonBytes(256);
        bytes.value(value);
        return new String(bytes.array(), 0, bytes.length(), UTF_8);
    }
}
