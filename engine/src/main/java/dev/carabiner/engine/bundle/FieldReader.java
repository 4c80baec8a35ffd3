package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one file's objects. What is missing is null; what is wrong is null too, and a problem. It always
 * goes on, so that somebody who mends a file learns of everything at once.
 */
final class FieldReader {

    private final String file;
    private final List<BundleProblem> problems;

    FieldReader(String file, List<BundleProblem> problems) {
        this.file = file;
        this.problems = problems;
    }

    Position at(int line) {
        return new Position(file, line);
    }

    void problem(int line, String message) {
        problems.add(new BundleProblem(at(line), message));
    }

    /** Reports the keys that do not belong there. */
    void expectKeys(YamlValue.Fields fields, String where, Collection<String> known) {
        for (YamlValue.Field field : fields.fields()) {
            if (!known.contains(field.key())) {
                String expected = known.isEmpty() ? "no settings" : String.join(", ", new TreeSet<>(known));
                problem(
                        field.line(),
                        where + " has the unknown key " + NearMiss.quoted(field.key()) + "; expected " + expected
                                + NearMiss.hint(field.key(), known));
            }
        }
    }

    YamlValue.@Nullable Fields object(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = given(fields, key);
        if (field == null) {
            return null;
        }
        YamlValue.Fields object = field.value() instanceof YamlValue.Fields fit ? fit : null;
        return orProblem(object, field, where, "an object");
    }

    List<YamlValue> list(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = given(fields, key);
        if (field == null) {
            return List.of();
        }
        YamlValue.Items items = field.value() instanceof YamlValue.Items fit ? fit : null;
        YamlValue.Items checked = orProblem(items, field, where, "a list");
        return checked == null ? List.of() : checked.values();
    }

    @Nullable
    String text(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        return orProblem(field.value().plain() instanceof String text ? text : null, field, where, "text");
    }

    /** Text that may look like a number, as versions do. */
    @Nullable
    String word(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        boolean isWord = field.value() instanceof YamlValue.Scalar scalar && scalar.value() != null;
        String word = isWord ? ((YamlValue.Scalar) field.value()).text() : null;
        return orProblem(word, field, where, "text");
    }

    @Nullable
    Integer number(YamlValue.Fields fields, String key, String where, int least) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        String expected = least == Integer.MIN_VALUE ? "a whole number" : "a whole number from " + least + " up";
        Integer number = field.value().plain() instanceof Integer fit ? fit : null;
        if (number != null && number < least) {
            problem(field.line(), where + "." + key + " is " + number + "; expected " + expected);
            return null;
        }
        return orProblem(number, field, where, expected);
    }

    /** A number from 0 up, or {@code unlimited}. */
    @Nullable
    Integer limit(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        Integer limit = switch (field.value().plain()) {
            case Integer number when number >= 0 -> number;
            case String text when text.equals("unlimited") -> Integer.MAX_VALUE;
            case null, default -> null;
        };
        return orProblem(limit, field, where, "a whole number from 0 up, or unlimited");
    }

    @Nullable
    Boolean flag(YamlValue.Fields fields, String key, String where) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        return orProblem(field.value().plain() instanceof Boolean flag ? flag : null, field, where, "true or false");
    }

    <T> @Nullable T oneOf(YamlValue.Fields fields, String key, String where, Map<String, T> choices) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        String expected = String.join(", ", new TreeSet<>(choices.keySet()));
        if (!(field.value() instanceof YamlValue.Scalar scalar)) {
            return orProblem(null, field, where, expected);
        }
        T chosen = choices.get(scalar.text());
        if (chosen == null) {
            problem(
                    field.line(),
                    where + "." + key + " is " + NearMiss.quoted(scalar.text()) + "; expected " + expected
                            + NearMiss.hint(scalar.text(), choices.keySet()));
        }
        return chosen;
    }

    List<String> texts(YamlValue.Fields fields, String key, String where) {
        List<String> texts = new ArrayList<>();
        for (YamlValue item : list(fields, key, where)) {
            if (item.plain() instanceof String text) {
                texts.add(text);
            } else {
                problem(item.line(), where + "." + key + " holds " + item.kind() + "; expected text");
            }
        }
        return texts;
    }

    /** A key with nothing behind it, as when all of a list is commented out, is as good as no key. */
    private static YamlValue.@Nullable Field given(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        boolean nothing = field != null && field.value() instanceof YamlValue.Scalar scalar && scalar.value() == null;
        return nothing ? null : field;
    }

    private <T> @Nullable T orProblem(@Nullable T value, YamlValue.Field field, String where, String expected) {
        if (value == null) {
            String path = where.isEmpty() ? field.key() : where + "." + field.key();
            problem(field.line(), path + " is " + field.value().kind() + "; expected " + expected);
        }
        return value;
    }
}
