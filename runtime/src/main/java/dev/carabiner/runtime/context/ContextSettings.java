package dev.carabiner.runtime.context;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import java.util.Map;

/**
 * How much of a conversation the model is sent.
 *
 * @param maxTokens what the model can take
 * @param compactAt the part of it from which on the conversation is full; in a bundle in percent, as the next
 * @param compactTo the part of it that a compaction aims at
 * @param toolResultTokens the most of one tool result; the middle of a longer one is cut
 * @param keepLast how many of the newest messages a compaction leaves alone
 */
public record ContextSettings(int maxTokens, double compactAt, double compactTo, int toolResultTokens, int keepLast) {

    /** What holds where a bundle says nothing. */
    public static final ContextSettings DEFAULT = new ContextSettings(128_000, 0.8, 0.5, 16_000, 6);

    /** What a bundle may say. */
    public static final Map<String, ConfigType> KEYS = Map.of(
            "max_tokens", ConfigType.NUMBER,
            "compact_at_percent", ConfigType.NUMBER,
            "compact_to_percent", ConfigType.NUMBER,
            "tool_result_tokens", ConfigType.NUMBER,
            "keep_last", ConfigType.NUMBER);

    /** The values of the keys that a bundle does not set. */
    public static EventData defaults() {
        return EventData.of(
                "max_tokens", DEFAULT.maxTokens,
                "compact_at_percent", (int) Math.round(DEFAULT.compactAt * 100),
                "compact_to_percent", (int) Math.round(DEFAULT.compactTo * 100),
                "tool_result_tokens", DEFAULT.toolResultTokens,
                "keep_last", DEFAULT.keepLast);
    }

    public ContextSettings {
        require(maxTokens >= 100, "max_tokens", maxTokens, "at least 100");
        require(compactAt > 0 && compactAt <= 1, "compact_at_percent", compactAt * 100, "1 to 100");
        require(
                compactTo > 0 && compactTo < compactAt,
                "compact_to_percent",
                compactTo * 100,
                "at least 1 and less than compact_at_percent");
        require(toolResultTokens >= 50, "tool_result_tokens", toolResultTokens, "at least 50");
        require(keepLast >= 1, "keep_last", keepLast, "at least 1");
    }

    /**
     * The defaults, and what a bundle says instead.
     *
     * @throws IllegalArgumentException if a value is out of range or no whole number; the text names the key
     */
    public static ContextSettings from(EventData config) {
        return new ContextSettings(
                number(config, "max_tokens", DEFAULT.maxTokens),
                number(config, "compact_at_percent", (int) Math.round(DEFAULT.compactAt * 100)) / 100.0,
                number(config, "compact_to_percent", (int) Math.round(DEFAULT.compactTo * 100)) / 100.0,
                number(config, "tool_result_tokens", DEFAULT.toolResultTokens),
                number(config, "keep_last", DEFAULT.keepLast));
    }

    /** With this many tokens the conversation is full. */
    int fullTokens() {
        return (int) (maxTokens * compactAt);
    }

    int targetTokens() {
        return (int) (maxTokens * compactTo);
    }

    private static int number(EventData config, String key, int otherwise) {
        return switch (config.get(key)) {
            case null -> otherwise;
            case Integer number -> number;
            case Long number when number == number.intValue() -> number.intValue();
            default ->
                throw new IllegalArgumentException(key + " of the context is " + config.get(key)
                        + ", expected a whole number of at most " + Integer.MAX_VALUE);
        };
    }

    private static void require(boolean fine, String key, Number value, String expected) {
        if (!fine) {
            throw new IllegalArgumentException(key + " of the context is " + value + ", expected " + expected);
        }
    }
}
