package dev.carabiner.hook;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Data as plain maps: what the answers make of them, when two are equal, and how those of a level are merged. */
final class ModelData {

    static final String INPUT = "tool_input";

    /** One change against the data before a level; no value if the field was removed. */
    record Change(
            String author, List<String> path, @Nullable Object value, boolean removed) {

        boolean clashesWith(Change other) {
            List<String> shorter = path.size() < other.path.size() ? path : other.path;
            List<String> longer = path.size() < other.path.size() ? other.path : path;
            if (!longer.subList(0, shorter.size()).equals(shorter)) {
                return false;
            }
            boolean equal = removed == other.removed && canonical(value).equals(canonical(other.value));
            return longer.size() > shorter.size() || !equal;
        }
    }

    private ModelData() {}

    static Map<String, Object> made(Answer answer, Map<String, Object> seen) {
        Map<String, Object> fields = new LinkedHashMap<>(seen);
        Map<String, Object> input = seen.get(INPUT) instanceof Map<?, ?> map ? copy(map) : new LinkedHashMap<>();
        Object value = canonical(seen).length() + answer.number();
        switch (answer.kind()) {
            case ADD_TO_DATA -> fields.put(answer.text(), value);
            case REMOVE_FIELD -> fields.remove(answer.text());
            case CHANGE_INPUT -> {
                input.put(answer.text(), value);
                fields.put(INPUT, input);
            }
            case REMOVE_FROM_INPUT -> {
                input.remove(answer.text());
                fields.put(INPUT, input);
            }
            case REPLACE_INPUT -> fields.put(INPUT, answer.text());
            case DROP_INPUT -> fields.remove(INPUT);
            case SET_EQUAL_DATA -> fields = written(fields);
            default -> fields = new LinkedHashMap<>(Map.of(answer.text(), value));
        }
        return fields;
    }

    private static Map<String, Object> copy(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put((String) key, value));
        return copy;
    }

    /** The same data in another order and with other kinds of numbers. */
    private static Map<String, Object> written(Map<String, Object> fields) {
        Map<String, Object> other = new LinkedHashMap<>();
        List<String> keys = new ArrayList<>(fields.keySet());
        for (String key : keys.reversed()) {
            Object value = fields.get(key);
            other.put(key, value instanceof Integer number ? new BigDecimal(number + ".0") : value);
        }
        return other;
    }

    static boolean same(Map<String, Object> one, Map<String, Object> other) {
        return canonical(one).equals(canonical(other));
    }

    static String canonical(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, inner) -> sorted.put((String) key, canonical(inner)));
            return sorted.toString();
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
        }
        return "'" + value + "'";
    }

    /** In the order of the fields before, then of the new ones. */
    static List<Change> changes(String author, Map<String, Object> before, Map<String, Object> version) {
        List<Change> changes = new ArrayList<>();
        for (String key : keys(before, version)) {
            boolean opened = key.equals(INPUT) && before.get(key) instanceof Map && version.get(key) instanceof Map;
            if (opened) {
                Map<String, Object> old = copy((Map<?, ?>) before.get(key));
                Map<String, Object> now = copy((Map<?, ?>) version.get(key));
                keys(old, now).forEach(inner -> add(author, List.of(key, inner), old, now, changes));
            } else {
                add(author, List.of(key), before, version, changes);
            }
        }
        return changes;
    }

    private static List<String> keys(Map<String, Object> before, Map<String, Object> version) {
        List<String> keys = new ArrayList<>(before.keySet());
        version.keySet().stream().filter(key -> !before.containsKey(key)).forEach(keys::add);
        return keys;
    }

    private static void add(
            String author, List<String> path, Map<String, Object> old, Map<String, Object> now, List<Change> into) {
        String key = path.getLast();
        boolean removed = !now.containsKey(key);
        if (removed || !old.containsKey(key) || !canonical(old.get(key)).equals(canonical(now.get(key)))) {
            into.add(new Change(author, path, now.get(key), removed));
        }
    }

    static Map<String, Object> with(Map<String, Object> data, Change change) {
        Map<String, Object> result = new LinkedHashMap<>(data);
        Map<String, Object> holder = change.path.size() == 1 ? result : copy((Map<?, ?>) data.get(INPUT));
        if (change.removed) {
            holder.remove(change.path.getLast());
        } else {
            holder.put(change.path.getLast(), change.value);
        }
        if (change.path.size() == 2) {
            result.put(INPUT, holder);
        }
        return result;
    }
}
