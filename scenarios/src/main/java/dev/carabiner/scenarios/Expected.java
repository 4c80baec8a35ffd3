package dev.carabiner.scenarios;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a value must be. A plain value is to be equal; an object is a part of the actual one unless it says exact. Each
 * stands at a place of the file, where {@code --update} would write what was.
 */
sealed interface Expected {

    Expected ANYTHING = new Subset(Map.of(), false, new Mark("", 1, 1));

    /** How people read it. */
    String text();

    /** Adds what does not fit; nothing if all does. */
    void check(String path, @Nullable Object actual, List<Mismatch> mismatches);

    /** A plain value. */
    record Equal(@Nullable Object value, Mark at) implements Expected {

        @Override
        public String text() {
            return shown(value);
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            boolean isQuestion = path.equals("action") && "ask_user".equals(value) && "ask".equals(actual);
            if (!isQuestion && !same(value, actual)) {
                mismatches.add(new Mismatch(path, text(), shown(actual), Fix.to(at, actual)));
            }
        }
    }

    /** A word such as {@code contains}, and what it is about. */
    record Textual(String word, String operand, @Nullable Pattern pattern, Mark at) implements Expected {

        @Override
        public String text() {
            return word + " " + shown(operand);
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            boolean fits = actual instanceof List<?> list
                    ? list.stream().anyMatch(this::fits)
                    : actual != null && fits(actual);
            if (!fits) {
                Fix fix = path.equals("context.stored") ? null : Fix.to(at, actual);
                mismatches.add(new Mismatch(path, text(), shown(actual), fix));
            }
        }

        private boolean fits(@Nullable Object actual) {
            String given = String.valueOf(actual);
            return switch (word) {
                case "contains" -> given.contains(operand);
                case "starts_with" -> given.startsWith(operand);
                default -> pattern != null && pattern.matcher(given).find();
            };
        }
    }

    /** Text that must not be there. */
    record Never(String operand) implements Expected {

        @Override
        public String text() {
            return "never " + shown(operand);
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (String.valueOf(actual).contains(operand)) {
                mismatches.add(new Mismatch(path, text(), "it is there"));
            }
        }
    }

    /** Nothing, or anything but that. */
    record Absent(boolean absent, Mark at) implements Expected {

        @Override
        public String text() {
            return absent ? "nothing" : "anything";
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            boolean isNothing = actual == null || actual.equals("") || actual.equals(List.of());
            if (isNothing != absent) {
                mismatches.add(new Mismatch(path, text(), shown(actual), Fix.to(at, isNothing ? null : actual)));
            }
        }
    }

    /** Any of several. */
    record OneOf(List<Expected> choices, Mark at) implements Expected {

        @Override
        public String text() {
            return choices.stream().map(Expected::text).collect(Collectors.joining(" or "));
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            for (Expected choice : choices) {
                List<Mismatch> own = new ArrayList<>();
                choice.check(path, actual, own);
                if (own.isEmpty()) {
                    return;
                }
            }
            mismatches.add(new Mismatch(path, text(), shown(actual), Fix.to(at, actual)));
        }
    }

    /** As many values, in this order. */
    record Items(List<Expected> items, Mark at) implements Expected {

        @Override
        public String text() {
            return items.stream().map(Expected::text).collect(Collectors.joining(", ", "[", "]"));
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (!(actual instanceof List<?> given) || given.size() != items.size()) {
                mismatches.add(new Mismatch(path, text(), shown(actual), Fix.to(at, like(actual))));
                return;
            }
            for (int i = 0; i < items.size(); i++) {
                items.get(i).check(path + "[" + i + "]", given.get(i), mismatches);
            }
        }

        /** The actual objects with the fields that the expected ones speak of, or with all if there is none. */
        private @Nullable Object like(@Nullable Object actual) {
            List<String> keys = items.stream()
                    .filter(Subset.class::isInstance)
                    .flatMap(item -> ((Subset) item).fields().keySet().stream())
                    .distinct()
                    .toList();
            if (keys.isEmpty() || !(actual instanceof List<?> given)) {
                return actual;
            }
            return given.stream()
                    .map(item -> item instanceof Map<?, ?> map ? part(map, keys) : item)
                    .toList();
        }

        private static Map<String, @Nullable Object> part(Map<?, ?> whole, List<String> keys) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            keys.stream().filter(whole::containsKey).forEach(key -> part.put(key, whole.get(key)));
            return part;
        }
    }

    /** Some fields of an object, or all. */
    record Subset(Map<String, Expected> fields, boolean exact, Mark at) implements Expected {

        /** With another field, unless it is null. */
        Subset with(String key, @Nullable Expected value) {
            if (value == null) {
                return this;
            }
            Map<String, Expected> all = new LinkedHashMap<>(fields);
            all.put(key, value);
            return new Subset(all, exact, at);
        }

        @Override
        public String text() {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + ": " + field.getValue().text())
                    .collect(Collectors.joining(", ", "{", "}"));
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (!(actual instanceof Map<?, ?> given)) {
                mismatches.add(new Mismatch(path, text(), shown(actual), Fix.to(at, actual)));
                return;
            }
            if (exact && !given.keySet().equals(fields.keySet())) {
                Map<Object, @Nullable Object> whole = new LinkedHashMap<>(given);
                whole.put("exact", true);
                mismatches.add(new Mismatch(path, "exactly " + text(), shown(actual), Fix.to(at, whole)));
                return;
            }
            fields.forEach(
                    (key, wanted) -> wanted.check(path.isEmpty() ? key : path + "." + key, given.get(key), mismatches));
        }
    }

    static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case String text when text.isEmpty() -> "nothing";
            case String text -> text;
            default -> String.valueOf(value);
        };
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return EventData.of("x", one).sameJsonAs(EventData.of("x", other));
    }
}
