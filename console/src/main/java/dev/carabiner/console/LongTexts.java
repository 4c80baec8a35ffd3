package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The long values of one log, which records name by their digest. Only so much is kept; what is gone is said to be. */
final class LongTexts {

    private static final int MOST = 200;
    private static final int SHOWN = 16_384;
    private static final String MARK = "$value";
    private static final String GONE = "(a long value that is not kept here)";

    private final Map<String, Object> values = new LinkedHashMap<>(16, 0.75f, true);
    private final int most;
    private final int longest;

    /** The values used last, and of texts the beginning, as a page shows it. */
    LongTexts() {
        this(MOST, SHOWN);
    }

    private LongTexts(int most, int longest) {
        this.most = most;
        this.longest = longest;
    }

    /** All that it is given, whole. */
    static LongTexts whole() {
        return new LongTexts(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** None. */
    static LongTexts none() {
        return new LongTexts(0, 0);
    }

    /** Adds the digests of the long values that are named somewhere in this one. */
    static void collect(@Nullable Object value, Set<String> digests) {
        switch (value) {
            case Map<?, ?> map when map.size() == 1 && map.get(MARK) instanceof String digest -> digests.add(digest);
            case Map<?, ?> map -> map.values().forEach(each -> collect(each, digests));
            case List<?> list -> list.forEach(each -> collect(each, digests));
            case null, default -> {}
        }
    }

    void keep(EventData record) {
        Object value = record.get("json");
        if (record.get("digest") instanceof String digest && value != null) {
            values.put(digest, shortened(value));
            if (values.size() > most) {
                values.remove(values.keySet().iterator().next());
            }
        }
    }

    private Object shortened(Object value) {
        return value instanceof String text && text.length() > longest ? text.substring(0, longest) + "…" : value;
    }

    EventData in(EventData data) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        data.asMap().forEach((key, value) -> copy.put(plain(key), in(value)));
        return EventData.of(copy);
    }

    private @Nullable Object in(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map when map.size() == 1 && map.get(MARK) instanceof String digest -> in(known(digest));
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(plain(String.valueOf(key)), in(each)));
                yield copy;
            }
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>();
                list.forEach(each -> copy.add(in(each)));
                yield copy;
            }
            default -> value;
        };
    }

    private Object known(String digest) {
        Object value = values.get(digest);
        return value == null ? GONE : value;
    }

    private static String plain(String key) {
        return key.startsWith("$$") ? key.substring(1) : key;
    }
}
