package dev.carabiner.scenarios;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a value must be. A plain value is to be equal; an object is a part of the actual one unless it says exact. */
sealed interface Expected {

    Expected ANYTHING = new Subset(Map.of(), false);

    /** How people read it. */
    String text();

    /** Adds what does not fit; nothing if all does. */
    void check(String path, @Nullable Object actual, List<Mismatch> mismatches);

    /** A value that stands at a place of the file. */
    record Equal(@Nullable Object value, Mark at) implements Expected {

        @Override
        public String text() {
            return shown(value);
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (!same(value, actual)) {
                boolean plain = actual instanceof String || actual instanceof Number || actual instanceof Boolean;
                Mismatch.Fix fix = plain ? new Mismatch.Fix(at, yaml(actual)) : null;
                mismatches.add(new Mismatch(path, text(), shown(actual), fix));
            }
        }

        /** JSON is YAML. */
        private static String yaml(@Nullable Object actual) {
            String json = EventDataJson.write(EventData.of("x", actual));
            return json.substring("{\"x\":".length(), json.length() - 1);
        }
    }

    /** A word such as {@code contains}, and what it is about. */
    record Textual(String word, String operand, @Nullable Pattern pattern) implements Expected {

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
                mismatches.add(new Mismatch(path, text(), shown(actual)));
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

    record Absent(boolean absent) implements Expected {

        @Override
        public String text() {
            return absent ? "nothing" : "anything";
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            boolean isNothing = actual == null || actual.equals("") || actual.equals(List.of());
            if (isNothing != absent) {
                mismatches.add(new Mismatch(path, text(), shown(actual)));
            }
        }
    }

    record OneOf(List<Expected> choices) implements Expected {

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
            mismatches.add(new Mismatch(path, text(), shown(actual)));
        }
    }

    record Items(List<Expected> items) implements Expected {

        @Override
        public String text() {
            return items.stream().map(Expected::text).collect(Collectors.joining(", ", "[", "]"));
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (!(actual instanceof List<?> given) || given.size() != items.size()) {
                mismatches.add(new Mismatch(path, text(), shown(actual)));
                return;
            }
            for (int i = 0; i < items.size(); i++) {
                items.get(i).check(path + "[" + i + "]", given.get(i), mismatches);
            }
        }
    }

    record Subset(Map<String, Expected> fields, boolean exact) implements Expected {

        @Override
        public String text() {
            return fields.entrySet().stream()
                    .map(field -> field.getKey() + ": " + field.getValue().text())
                    .collect(Collectors.joining(", ", "{", "}"));
        }

        @Override
        public void check(String path, @Nullable Object actual, List<Mismatch> mismatches) {
            if (!(actual instanceof Map<?, ?> given)) {
                mismatches.add(new Mismatch(path, text(), shown(actual)));
                return;
            }
            fields.forEach(
                    (key, wanted) -> wanted.check(path.isEmpty() ? key : path + "." + key, given.get(key), mismatches));
            if (exact && !given.keySet().equals(fields.keySet())) {
                mismatches.add(new Mismatch(path, "exactly " + text(), shown(actual)));
            }
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
