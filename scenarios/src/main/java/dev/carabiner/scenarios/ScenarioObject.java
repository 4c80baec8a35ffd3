package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.session.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * An object of a scenario's file. What is missing is null; what is wrong is null too, and a problem. Reading always goes
 * on, so that all that is wrong with a file is told at once.
 *
 * @param name what messages call it
 */
record ScenarioObject(String file, String name, YamlValue.Fields fields, List<ScenarioProblem> problems) {

    Mark at() {
        return Mark.of(file, fields);
    }

    boolean has(String key) {
        return fields.field(key) != null;
    }

    /** Reports the keys that do not belong there. */
    ScenarioObject only(String... known) {
        Collection<String> all = List.of(known);
        for (YamlValue.Field field : fields.fields()) {
            if (!all.contains(field.key())) {
                problem(
                        Mark.of(file, field),
                        name + " has the unknown key " + NearMiss.quoted(field.key()) + "; expected "
                                + String.join(", ", new TreeSet<>(all)) + NearMiss.hint(field.key(), all));
            }
        }
        return this;
    }

    /** Reports that there is no key at all. */
    void notEmpty(String expected) {
        if (fields.fields().isEmpty()) {
            problem(at(), name + " is empty; expected " + expected);
        }
    }

    /** Where a key stands, or the object itself. */
    Mark keyAt(String key) {
        YamlValue.Field field = fields.field(key);
        return field == null ? at() : Mark.of(file, field);
    }

    void problem(Mark at, String message) {
        problems.add(new ScenarioProblem(at, message));
    }

    /** Where the value of a key stands, or the object itself. */
    Mark at(String key) {
        YamlValue.Field field = fields.field(key);
        return field == null ? at() : Mark.of(file, field.value());
    }

    @Nullable
    YamlValue value(String key) {
        YamlValue.Field field = fields.field(key);
        return field == null ? null : field.value();
    }

    void missing(String key, String expected) {
        problem(at(), name + " has no " + key + "; expected " + expected);
    }

    private void wrong(String key, YamlValue value, String expected) {
        problem(Mark.of(file, value), key + " is " + value.kind() + "; expected " + expected);
    }

    /** Text, also one that looks like a number. */
    @Nullable
    String text(String key) {
        YamlValue value = value(key);
        if (value == null) {
            return null;
        }
        if (value instanceof YamlValue.Scalar scalar && scalar.value() != null) {
            return scalar.text();
        }
        wrong(key, value, "text");
        return null;
    }

    String text(String key, String otherwise) {
        String text = text(key);
        return text == null ? otherwise : text;
    }

    Duration duration(String key) {
        YamlValue value = value(key);
        if (value == null) {
            return Duration.ZERO;
        }
        try {
            return DurationText.parse(value.plain() instanceof String text ? text : "");
        } catch (IllegalArgumentException e) {
            wrong(key, value, "a number with a unit, as in 500ms, 20s, 5m or 1h");
            return Duration.ZERO;
        }
    }

    @Nullable
    ScenarioObject object(String key) {
        YamlValue value = value(key);
        return value == null ? null : object(key, value);
    }

    /** A value as an object, or a problem. */
    @Nullable
    ScenarioObject object(String called, YamlValue value) {
        if (value instanceof YamlValue.Fields inner) {
            return new ScenarioObject(file, called, inner, problems);
        }
        wrong(called, value, "an object");
        return null;
    }

    /** The items of a list; empty if it is missing, or no list, which is a problem. */
    List<YamlValue> items(String key) {
        YamlValue value = value(key);
        if (value instanceof YamlValue.Items items) {
            return items.values();
        }
        if (value != null) {
            wrong(key, value, "a list");
        }
        return List.of();
    }

    /** Text of each item, in order. */
    List<YamlValue.Scalar> texts(String key) {
        List<YamlValue.Scalar> texts = new ArrayList<>();
        for (YamlValue item : items(key)) {
            if (item instanceof YamlValue.Scalar scalar && scalar.value() != null) {
                texts.add(scalar);
            } else {
                wrong("an item of " + key, item, "text; put it in quotes");
            }
        }
        return texts;
    }

    /** An object as event data; empty if it is missing. */
    EventData data(String key) {
        YamlValue value = value(key);
        if (value == null) {
            return EventData.empty();
        }
        if (!(value instanceof YamlValue.Fields inner)) {
            wrong(key, value, "an object");
            return EventData.empty();
        }
        try {
            return EventData.of(inner.plain());
        } catch (InvalidEventDataException e) {
            problem(Mark.of(file, value), key + " cannot be data of an event: " + e.getMessage());
            return EventData.empty();
        }
    }

    /** Text by name. */
    Map<String, String> textsByName(String key) {
        ScenarioObject part = object(key);
        Map<String, String> texts = new LinkedHashMap<>();
        if (part != null) {
            part.fields.fields().forEach(field -> {
                String text = part.text(field.key());
                if (text != null) {
                    texts.put(field.key(), text);
                }
            });
        }
        return texts;
    }
}
