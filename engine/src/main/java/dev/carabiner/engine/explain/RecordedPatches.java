package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes recorded changes of an event's data anew, one after another, and keeps what stood there before. */
final class RecordedPatches {

    private final Map<String, @Nullable Object> data;
    private final List<EventData> modifications = new ArrayList<>();

    RecordedPatches(EventData before) {
        this.data = object(before.asMap());
    }

    /** Adds a change by this handler. */
    void add(String hook, long priority, List<EventData> patch) {
        List<EventData> steps = patch.stream().map(this::step).toList();
        if (!steps.isEmpty()) {
            modifications.add(ExplanationFields.modification(hook, priority, steps));
        }
    }

    /** The data after all changes so far. */
    EventData data() {
        return EventData.of(data);
    }

    List<EventData> modifications() {
        return modifications;
    }

    private EventData step(EventData step) {
        String op = ExplainedRecord.text(step, "op");
        String path = ExplainedRecord.text(step, "path");
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("op", op);
        json.put("path", path);
        Object holder = holder(path);
        String key = unescaped(path.substring(path.lastIndexOf('/') + 1));
        if (!op.equals("add")) {
            json.put("was", read(holder, key));
        }
        if (!op.equals("remove")) {
            json.put("value", step.get("value"));
        }
        write(holder, key, op, mutable(step.get("value")));
        return EventData.of(json);
    }

    /** What holds the place of a path; null if there is no such thing. */
    private @Nullable Object holder(String path) {
        Object here = data;
        String[] keys = path.split("/", -1);
        for (int i = 1; i < keys.length - 1; i++) {
            here = read(here, unescaped(keys[i]));
        }
        return here;
    }

    private static @Nullable Object read(@Nullable Object holder, String key) {
        return switch (holder) {
            case Map<?, ?> map -> map.get(key);
            case List<?> list when isPlaceIn(list.size(), key) -> list.get(Integer.parseInt(key));
            case null, default -> null;
        };
    }

    @SuppressWarnings("unchecked") // made here
    private static void write(@Nullable Object holder, String key, String op, @Nullable Object value) {
        if (holder instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) map;
            if (op.equals("remove")) {
                fields.remove(key);
            } else {
                fields.put(key, value);
            }
        } else if (holder instanceof List<?> list) {
            List<@Nullable Object> elements = (List<@Nullable Object>) list;
            if (op.equals("add") && isPlaceIn(elements.size() + 1, key)) {
                elements.add(Integer.parseInt(key), value);
            } else if (op.equals("replace") && isPlaceIn(elements.size(), key)) {
                elements.set(Integer.parseInt(key), value);
            }
        }
    }

    private static boolean isPlaceIn(int size, String key) {
        return key.matches("[0-9]{1,9}") && Integer.parseInt(key) < size;
    }

    private static String unescaped(String key) {
        return key.replace("~1", "/").replace("~0", "~");
    }

    private static @Nullable Object mutable(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> object(map);
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>();
                list.forEach(each -> copy.add(mutable(each)));
                yield copy;
            }
            case null, default -> value;
        };
    }

    private static Map<String, @Nullable Object> object(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), mutable(value)));
        return copy;
    }
}
