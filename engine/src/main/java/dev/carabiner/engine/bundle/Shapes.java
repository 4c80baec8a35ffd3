package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The shapes that several keys have. */
final class Shapes {

    static final Shape<String> TEXT = (value, place) -> value.plain() instanceof String text
            ? text
            : place.expected(value, value.plain() == null || !isScalar(value) ? "text" : "text; put it in quotes");

    /** Text that may look like a number, as versions do. */
    static final Shape<String> WORD = (value, place) -> value instanceof YamlValue.Scalar scalar && !isNothing(value)
            ? scalar.text()
            : place.expected(value, "text");

    static final Shape<Boolean> FLAG =
            (value, place) -> value.plain() instanceof Boolean flag ? flag : place.expected(value, "true or false");

    static final Shape<Integer> NUMBER = (value, place) -> value.plain() instanceof Integer number
            ? number
            : place.expected(value, "a whole number up to " + Integer.MAX_VALUE);

    private static final Shape<Number> DECIMAL = (value, place) ->
            value.plain() instanceof Number number ? number : place.expected(value, "a number, as in 0.2");

    /** Nothing, as when all of it is commented out, is as good as no key; so it is with lists. */
    static final Shape<YamlValue.Fields> OBJECT = (value, place) -> {
        YamlValue.Fields fields = value instanceof YamlValue.Fields fit ? fit : null;
        return fields != null || isNothing(value) ? fields : place.expected(value, "an object");
    };

    static final Shape<List<String>> TEXTS = (value, place) -> list(value, place, item -> {
        if (!(item.plain() instanceof String)) {
            place.reader().problem(item.line(), place.path() + " holds " + item.kind() + "; expected text");
        }
        return item.plain() instanceof String text ? text : null;
    });

    /** A file's name, which a bundle reads as a path from its own directory on. */
    static final Shape<String> FILE = (value, place) -> {
        String name = TEXT.read(value, place);
        String path = name == null ? null : place.reader().rules().absolute(name);
        if (name != null && path == null) {
            place.problem(
                    "names no file that can be found from here; expected one relative to the bundle, or absolute");
        }
        return path;
    };

    /** Several such names, or one. */
    static final Shape<List<String>> FILES = (value, place) -> value.plain() instanceof String
            ? list(
                    new YamlValue.Items(List.of(value), value.line(), value.column()),
                    place,
                    item -> FILE.read(item, place))
            : list(value, place, item -> FILE.read(item, place));

    /** A number from 0 up, or {@code unlimited}. */
    static final Shape<Integer> LIMIT = Shape.of(
            (value, place) -> switch (value.plain()) {
                case Integer number when number >= 0 -> number;
                case String text when text.equals("unlimited") -> Integer.valueOf(Integer.MAX_VALUE);
                case null, default -> place.expected(value, "a whole number from 0 up, or unlimited");
            },
            limit -> limit == Integer.MAX_VALUE ? "unlimited" : limit);

    static final Shape<Duration> DURATION = Shape.of(
            (value, place) -> {
                try {
                    return DurationText.parse(value.plain() instanceof String text ? text : "");
                } catch (IllegalArgumentException e) {
                    return place.expected(value, "a number with a unit, as in 500ms, 10s, 5m or 1h");
                }
            },
            Shapes::inUnits);

    /** A hook's own name. That of an installed module is taken. */
    static final Shape<String> HOOK_NAME = (value, place) -> {
        String name = TEXT.read(value, place);
        Map<String, ModuleSettings> modules = place.reader().catalog().settings(ModuleKind.HOOK);
        if (name != null && !name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            place.problem("is no name; expected letters, digits, dots, dashes and underscores");
            return null;
        }
        if (name != null && modules != null && modules.containsKey(name)) {
            place.problem("is " + NearMiss.quoted(name) + ", which is a module's name; expected another one");
            return null;
        }
        return name;
    };

    private Shapes() {}

    /** The shape of a module's setting. */
    static Shape<?> of(ConfigType type) {
        return switch (type) {
            case TEXT -> TEXT;
            case TEXTS -> TEXTS;
            case NUMBER -> NUMBER;
            case DECIMAL -> DECIMAL;
            case FLAG -> FLAG;
            case DURATION -> DURATION;
            case OBJECT -> OBJECT;
            case FILE -> FILE;
            case FILES -> FILES;
        };
    }

    static <T extends Comparable<T>> Shape<T> atLeast(T least, Shape<T> shape) {
        Function<T, Object> writing = value -> shape.written(value, new Hiding(false));
        return Shape.of(
                (value, place) -> {
                    T read = shape.read(value, place);
                    boolean small = read != null && read.compareTo(least) < 0;
                    if (small) {
                        place.problem("is too small; expected at least " + writing.apply(least));
                    }
                    return small ? null : read;
                },
                writing);
    }

    /** One of a few words. */
    static <T> Shape<T> oneOf(Map<String, T> choices) {
        return Shape.of(
                (value, place) -> {
                    String word = value instanceof YamlValue.Scalar scalar ? scalar.text() : "";
                    T chosen = choices.get(word);
                    if (chosen == null) {
                        place.problem("is " + (isScalar(value) ? NearMiss.quoted(word) : value.kind()) + "; expected "
                                + String.join(", ", new TreeSet<>(choices.keySet()))
                                + NearMiss.hint(word, choices.keySet()));
                    }
                    return chosen;
                },
                value -> choices.keySet().stream()
                        .filter(word -> value.equals(choices.get(word)))
                        .findFirst()
                        .orElseThrow());
    }

    static <T> @Nullable List<T> list(YamlValue value, Place place, Function<YamlValue, @Nullable T> read) {
        if (!(value instanceof YamlValue.Items items)) {
            return isNothing(value) ? null : place.expected(value, "a list");
        }
        List<T> all = new ArrayList<>();
        for (YamlValue item : items.values()) {
            T one = read.apply(item);
            if (one != null) {
                all.add(one);
            }
        }
        return List.copyOf(all);
    }

    private static String inUnits(Duration duration) {
        long seconds = duration.toSeconds();
        if (!duration.equals(Duration.ofSeconds(seconds))) {
            return duration.toMillis() + "ms";
        }
        return seconds % 60 != 0 ? seconds + "s" : seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }

    private static boolean isScalar(YamlValue value) {
        return value instanceof YamlValue.Scalar;
    }

    private static boolean isNothing(YamlValue value) {
        return value instanceof YamlValue.Scalar scalar && scalar.value() == null;
    }
}
