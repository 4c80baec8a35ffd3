package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads expected values: plain ones, and the words that say more about a value than what it equals. */
final class ValueReader {

    private static final Set<String> WORDS = Set.of("contains", "matches", "starts_with", "absent", "one_of");

    private static final String EVERY_CHARACTER =
            IntStream.rangeClosed('\t', '~').mapToObj(Character::toString).collect(Collectors.joining());

    private final String file;
    private final List<ScenarioProblem> problems;

    ValueReader(String file, List<ScenarioProblem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** A key whose value is one of a few words; {@code one_of} names several. */
    void choice(ScenarioObject part, String key, List<String> known) {
        YamlValue value = part.value(key);
        switch (value) {
            case null -> {}
            case YamlValue.Scalar scalar -> chosen(key, scalar, known);
            case YamlValue.Fields fields
            when only(fields, "one_of") instanceof YamlValue.Items items ->
                items.values().forEach(item -> chosen(key, item, known));
            default -> problem(value, key + " is " + value.kind() + "; expected " + choices(known));
        }
    }

    private void chosen(String key, YamlValue value, List<String> known) {
        String text = value instanceof YamlValue.Scalar scalar ? scalar.text() : "";
        if (!known.contains(meant(text))) {
            String said = value instanceof YamlValue.Scalar ? NearMiss.quoted(text) : value.kind();
            problem(value, key + " is " + said + "; expected " + choices(known) + NearMiss.hint(text, known));
        }
    }

    private static String choices(List<String> known) {
        return String.join(", ", known.subList(0, known.size() - 1)) + " or " + known.getLast();
    }

    /** Results call a question {@code ask_user}; here both words are one. */
    private static String meant(String text) {
        return text.equals("ask_user") ? "ask" : text;
    }

    /** Keys whose values are texts, or words about a text. */
    void texts(ScenarioObject part, String... keys) {
        for (String key : keys) {
            YamlValue value = part.value(key);
            if (value instanceof YamlValue.Fields fields && only(fields, "one_of") instanceof YamlValue.Items items) {
                items.values().forEach(item -> text(key, item));
            } else if (value instanceof YamlValue.Fields fields && !isWord(value)) {
                problem(value, key + " is an object; expected text, or one of " + sorted() + hint(fields));
            } else if (value instanceof YamlValue.Items) {
                problem(value, key + " is a list; expected text, or {one_of: […]}");
            } else if (value != null && value.plain() == null) {
                problem(value, key + " is nothing; expected text, or {absent: true}");
            } else if (value instanceof YamlValue.Scalar scalar && !(scalar.value() instanceof String)) {
                problem(value, key + " is " + value.kind() + "; expected text; put it in quotes");
            }
        }
    }

    /** A key whose value is a list of texts, or a word about one. */
    void textList(ScenarioObject part, String key) {
        YamlValue value = part.value(key);
        if (value == null || isWord(value)) {
            return;
        }
        part.items(key).forEach(item -> text(key, item));
    }

    private void text(String key, YamlValue item) {
        boolean isText = item instanceof YamlValue.Scalar scalar && scalar.value() instanceof String;
        if (!isText && !isWord(item)) {
            problem(item, "an item of " + key + " is " + item.kind() + "; expected text");
        }
    }

    private static String hint(YamlValue.Fields fields) {
        return fields.fields().isEmpty()
                ? ""
                : NearMiss.hint(fields.fields().getFirst().key(), WORDS);
    }

    /** A key whose value is an object with a field or more, or a word. */
    void object(ScenarioObject part, String key) {
        YamlValue value = part.value(key);
        ScenarioObject object = value == null || isWord(value) ? null : part.object(key);
        if (object != null) {
            object.notEmpty("some of its fields, or {exact: true} if it has none");
        }
    }

    /** A key whose value is true or false. */
    void flag(ScenarioObject part, String key) {
        YamlValue value = part.value(key);
        if (value != null && !isWord(value) && !(value.plain() instanceof Boolean)) {
            problem(value, key + " is " + value.kind() + "; expected true or false");
        }
    }

    /** The objects of a list, each with these keys and no other; words are left out. */
    List<ScenarioObject> objects(ScenarioObject part, String key, String... known) {
        YamlValue value = part.value(key);
        List<ScenarioObject> objects = new ArrayList<>();
        if (value == null || isWord(value)) {
            return objects;
        }
        for (YamlValue item : part.items(key)) {
            ScenarioObject one = isWord(item) ? null : part.object("an item of " + key, item);
            if (one != null) {
                Set<String> all = new TreeSet<>(Set.of(known));
                all.add("exact");
                objects.add(one.only(all.toArray(String[]::new)));
            }
        }
        return objects;
    }

    private static boolean isWord(YamlValue value) {
        return value instanceof YamlValue.Fields fields
                && fields.fields().stream().anyMatch(field -> WORDS.contains(field.key()));
    }

    /** An object's value under a key that is its only one. */
    private static @Nullable YamlValue only(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        return field == null || fields.fields().size() != 1 ? null : field.value();
    }

    Expected.Subset read(YamlValue.Fields fields) {
        Map<String, Expected> all = new LinkedHashMap<>();
        boolean exact = false;
        for (YamlValue.Field field : fields.fields()) {
            if (field.key().equals("exact") && field.value().plain() instanceof Boolean flag) {
                exact = flag;
            } else {
                all.put(field.key(), read(field.value()));
            }
        }
        return new Expected.Subset(all, exact, Mark.of(file, fields));
    }

    private Expected read(YamlValue value) {
        Mark at = Mark.of(file, value);
        return switch (value) {
            case YamlValue.Scalar scalar -> new Expected.Equal(scalar.value(), at);
            case YamlValue.Items items ->
                new Expected.Items(items.values().stream().map(this::read).toList(), at);
            case YamlValue.Fields fields -> isWord(fields) ? word(fields, at) : read(fields);
        };
    }

    private Expected word(YamlValue.Fields fields, Mark at) {
        if (fields.fields().size() != 1) {
            problem(fields, "several words about one value; expected one of " + sorted());
        }
        YamlValue.Field field = fields.fields().stream()
                .filter(it -> WORDS.contains(it.key()))
                .findFirst()
                .orElseThrow();
        return switch (field.key()) {
            case "absent" -> absent(field, at);
            case "one_of" -> oneOf(field, at);
            default -> textual(field, at);
        };
    }

    private Expected absent(YamlValue.Field field, Mark at) {
        if (field.value().plain() instanceof Boolean flag) {
            return new Expected.Absent(flag, at);
        }
        return wrong(field, "true or false");
    }

    private Expected oneOf(YamlValue.Field field, Mark at) {
        if (field.value() instanceof YamlValue.Items items && !items.values().isEmpty()) {
            List<Expected> choices = new ArrayList<>();
            items.values().forEach(item -> choices.add(read(item)));
            return new Expected.OneOf(choices, at);
        }
        return wrong(field, "a list with at least one item");
    }

    private Expected textual(YamlValue.Field field, Mark at) {
        if (!(field.value() instanceof YamlValue.Scalar scalar) || scalar.value() == null) {
            return wrong(field, "text");
        }
        if (scalar.text().isEmpty()) {
            problem(scalar, field.key() + " is empty, which everything fits; expected some text");
        }
        try {
            Pattern pattern = field.key().equals("matches") ? Pattern.compile(scalar.text()) : null;
            if (pattern != null && fitsEverything(pattern)) {
                problem(scalar, "matches fits every text; expected a regular expression that some text does not fit");
            }
            return new Expected.Textual(field.key(), scalar.text(), pattern, at);
        } catch (PatternSyntaxException e) {
            problem(scalar, "matches is no regular expression (" + e.getDescription() + "); expected one of Java's");
            return Expected.ANYTHING;
        }
    }

    /** Found in an empty text, and in one that has every character and whatever words the expression may rule out. */
    private static boolean fitsEverything(Pattern pattern) {
        String ruledOut = EVERY_CHARACTER + pattern.pattern().replace("\\", "");
        return pattern.matcher("").find() && pattern.matcher(ruledOut).find();
    }

    private Expected wrong(YamlValue.Field field, String expected) {
        String kind =
                field.value() instanceof YamlValue.Items items && items.values().isEmpty()
                        ? "empty"
                        : field.value().kind();
        problem(field.value(), field.key() + " is " + kind + "; expected " + expected);
        return Expected.ANYTHING;
    }

    private void problem(YamlValue at, String message) {
        problems.add(new ScenarioProblem(Mark.of(file, at), message));
    }

    private static String sorted() {
        return String.join(", ", new TreeSet<>(WORDS));
    }
}
