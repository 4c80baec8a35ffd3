package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one turn has done so far.
 *
 * @param calls how often each call was made, by its digest
 * @param started null if its beginning was not seen
 * @param notice what the agent has still to be told, because the call that it came with did not run
 */
record TurnProgress(
        int tools,
        int failed,
        int requests,
        long tokens,
        Map<String, Integer> calls,
        @Nullable Instant started,
        @Nullable String notice) {

    static final TurnProgress NONE = new TurnProgress(0, 0, 0, 0, Map.of(), null, null);

    /** Of more different calls than this, the new ones are not told apart any more. */
    private static final int MOST_CALLS = 500;

    static TurnProgress startedAt(@Nullable Instant time) {
        return new TurnProgress(0, 0, 0, 0, Map.of(), time, null);
    }

    static @Nullable Instant time(EventData data) {
        return data.get("timestamp") instanceof String text ? Instant.parse(text) : null;
    }

    int calls(String digest) {
        return calls.getOrDefault(digest, 1);
    }

    TurnProgress called(String digest) {
        if (!calls.containsKey(digest) && calls.size() >= MOST_CALLS) {
            return this;
        }
        Map<String, Integer> more = new LinkedHashMap<>(calls);
        more.merge(digest, 1, Integer::sum);
        return new TurnProgress(tools, failed, requests, tokens, more, started, notice);
    }

    TurnProgress noticing(String text) {
        return new TurnProgress(tools, failed, requests, tokens, calls, started, text);
    }

    TurnProgress finished() {
        return new TurnProgress(tools + 1, failed, requests, tokens, calls, started, null);
    }

    TurnProgress failedOne() {
        return new TurnProgress(tools + 1, failed + 1, requests, tokens, calls, started, null);
    }

    TurnProgress asked() {
        return new TurnProgress(tools, failed, requests + 1, tokens, calls, started, null);
    }

    TurnProgress answered(@Nullable Object usage) {
        long used = 0;
        if (usage instanceof Map<?, ?> counts) {
            used = number(counts.get("input_tokens")) + number(counts.get("output_tokens"));
        }
        return new TurnProgress(tools, failed, requests, tokens + used, calls, started, notice);
    }

    /** One line, with what there is to say. */
    String summary(@Nullable Instant ended) {
        StringBuilder line = new StringBuilder(counted(tools, "tool call"));
        line.append(failed == 0 ? "" : " (" + failed + " failed)");
        line.append(", ").append(counted(requests, "model call"));
        line.append(tokens == 0 ? "" : ", " + tokens + " tokens");
        if (started != null && ended != null) {
            double seconds = Duration.between(started, ended).toMillis() / 1000.0;
            line.append(String.format(Locale.ROOT, ", %.1f s", seconds));
        }
        return line.toString();
    }

    private static String counted(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }
}
