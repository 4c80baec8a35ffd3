package dev.carabiner.console;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.Locale;

/**
 * JSON that does nothing to the terminal it is printed on: what could hide or reorder something is written as {@code
 * \}{@code u202e}, which means the same to every reader of JSON.
 */
final class WireJson {

    private WireJson() {}

    static String write(EventData data) {
        String json = EventDataJson.write(data);
        if (json.codePoints().noneMatch(VisibleText::isDeceptive)) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.length() + 64);
        json.codePoints().forEach(point -> {
            if (VisibleText.isDeceptive(point)) {
                for (char unit : Character.toChars(point)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            } else {
                out.appendCodePoint(point);
            }
        });
        return out.toString();
    }
}
