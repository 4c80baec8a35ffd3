package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.json.EventDataJson;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/** Writes each event as one line of JSON: {@code {"event":"tool:pre","data":{…}}}. */
public final class JsonPrinter {

    private final ReentrantLock lock = new ReentrantLock();
    private final PrintStream out;

    /** Prints one JSON object a line to this stream. */
    public JsonPrinter(PrintStream out) {
        this.out = out;
    }

    /** Watches everything in this registry until closed: first in line, so that it sees what a later hook stops. */
    public AutoCloseable watch(HookRegistry hooks) {
        return hooks.observe(
                HookOptions.forEvent("*").priority(Integer.MIN_VALUE).name("json-printer"), this::observe);
    }

    void observe(String event, EventData data) {
        String line = harmless(EventDataJson.write(EventData.of("event", event, "data", data)));
        lock.lock();
        try {
            out.println(line);
            out.flush();
        } finally {
            lock.unlock();
        }
    }

    /** The same JSON, fit to be looked at: it may be a terminal that it ends up on. */
    private static String harmless(String json) {
        if (json.chars().allMatch(c -> c >= 0x20 && c < 0x7F)) {
            return json;
        }
        StringBuilder out = new StringBuilder(json.length() + 16);
        json.codePoints().forEach(c -> {
            if (VisibleText.isDeceptive(c)) {
                for (char unit : Character.toChars(c)) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                }
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }
}
