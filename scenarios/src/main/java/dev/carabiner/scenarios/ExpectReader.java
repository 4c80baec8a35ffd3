package dev.carabiner.scenarios;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads what is expected: plain values, and the words that say more about a value than what it equals. */
final class ExpectReader {

    private static final Set<String> WORDS = Set.of("contains", "matches", "starts_with", "absent", "one_of");
    private static final Set<String> ACTIONS = Set.of("continue", "inject_context", "ask", "deny");

    private final String file;
    private final List<ScenarioProblem> problems;

    ExpectReader(String file, List<ScenarioProblem> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** What a case says of its outcome. */
    Expected outcome(@Nullable Part part) {
        if (part == null) {
            return Expected.ANYTHING;
        }
        part.only("action", "by", "reason", "asked", "order", "input", "data", "injected", "messages");
        each(part, "asked", "hook", "prompt", "options", "reason");
        each(part, "injected", "hook", "text", "role", "ephemeral");
        each(part, "messages", "source", "text", "level");
        knownAction(part);
        if (part.fields().fields().isEmpty()) {
            part.problem(part.at(), "expect is empty; expected action, by, reason, asked or the like");
        }
        return subset(part.fields());
    }

    private void knownAction(Part part) {
        YamlValue action = part.value("action");
        if (action instanceof YamlValue.Scalar scalar && !ACTIONS.contains(scalar.text())) {
            part.problem(
                    Mark.of(file, scalar),
                    "action is \"" + scalar.text() + "\"; expected continue, inject_context, ask or deny");
        }
    }

    /** What a step says of the request that the model is sent. */
    Expected request(Part part) {
        part.only("request", "injected_by");
        Part request = part.object("request");
        if (request != null) {
            request.only("last_tool_result", "last_message", "text");
        }
        if (part.fields().fields().isEmpty()) {
            part.problem(part.at(), "expect is empty; expected request or injected_by");
        }
        return subset(part.fields());
    }

    /** What a conversation says of its end. */
    Expected end(@Nullable Part part) {
        if (part == null) {
            return Expected.ANYTHING;
        }
        part.only("answer", "status", "denied", "asked", "context", "files");
        each(part, "asked", "hook", "prompt", "options", "reason");
        Map<String, Expected> all = new LinkedHashMap<>(subset(part.fields()).fields());
        Part context = part.object("context");
        if (context != null) {
            all.put("context", context(context.only("stored", "never_stored")));
        }
        return new Expected.Subset(all, false);
    }

    /** What is in the conversation when it is over. */
    private static Expected context(Part context) {
        Map<String, Expected> all = new LinkedHashMap<>();
        String stored = context.text("stored");
        String never = context.text("never_stored");
        if (stored != null) {
            all.put("stored", new Expected.Textual("contains", stored, null));
        }
        if (never != null) {
            all.put("never_stored", new Expected.Never(never));
        }
        return new Expected.Subset(all, false);
    }

    private void each(Part part, String key, String... known) {
        YamlValue value = part.value(key);
        if (value == null || isWord(value)) {
            return;
        }
        for (YamlValue item : part.items(key)) {
            if (!isWord(item)) {
                Part one = part.object("an item of " + key, item);
                if (one != null) {
                    one.only(known);
                }
            }
        }
    }

    private static boolean isWord(YamlValue value) {
        return value instanceof YamlValue.Fields fields
                && fields.fields().stream().anyMatch(field -> WORDS.contains(field.key()));
    }

    private Expected read(YamlValue value) {
        return switch (value) {
            case YamlValue.Scalar scalar -> new Expected.Equal(scalar.value(), Mark.of(file, scalar));
            case YamlValue.Items items ->
                new Expected.Items(items.values().stream().map(this::read).toList());
            case YamlValue.Fields fields -> isWord(fields) ? word(fields) : subset(fields);
        };
    }

    private Expected.Subset subset(YamlValue.Fields fields) {
        Map<String, Expected> all = new LinkedHashMap<>();
        boolean exact = false;
        for (YamlValue.Field field : fields.fields()) {
            if (field.key().equals("exact") && field.value().plain() instanceof Boolean flag) {
                exact = flag;
            } else {
                all.put(field.key(), read(field.value()));
            }
        }
        return new Expected.Subset(all, exact);
    }

    private Expected word(YamlValue.Fields fields) {
        if (fields.fields().size() != 1) {
            problems.add(new ScenarioProblem(
                    Mark.of(file, fields), "several words about one value; expected one of " + sorted()));
        }
        YamlValue.Field field = fields.fields().stream()
                .filter(it -> WORDS.contains(it.key()))
                .findFirst()
                .orElseThrow();
        return switch (field.key()) {
            case "absent" -> absent(field);
            case "one_of" -> oneOf(field);
            default -> textual(field);
        };
    }

    private Expected absent(YamlValue.Field field) {
        if (field.value().plain() instanceof Boolean flag) {
            return new Expected.Absent(flag);
        }
        return wrong(field, "true or false");
    }

    private Expected oneOf(YamlValue.Field field) {
        if (field.value() instanceof YamlValue.Items items && !items.values().isEmpty()) {
            List<Expected> choices = new ArrayList<>();
            items.values().forEach(item -> choices.add(read(item)));
            return new Expected.OneOf(choices);
        }
        return wrong(field, "a list");
    }

    private Expected textual(YamlValue.Field field) {
        if (!(field.value() instanceof YamlValue.Scalar scalar) || scalar.value() == null) {
            return wrong(field, "text");
        }
        try {
            Pattern pattern = field.key().equals("matches") ? Pattern.compile(scalar.text()) : null;
            return new Expected.Textual(field.key(), scalar.text(), pattern);
        } catch (PatternSyntaxException e) {
            problems.add(new ScenarioProblem(
                    Mark.of(file, scalar), "matches is no regular expression: " + e.getDescription()));
            return Expected.ANYTHING;
        }
    }

    private Expected wrong(YamlValue.Field field, String expected) {
        problems.add(new ScenarioProblem(
                Mark.of(file, field.value()),
                field.key() + " is " + field.value().kind() + "; expected " + expected));
        return Expected.ANYTHING;
    }

    private static String sorted() {
        return String.join(", ", WORDS.stream().sorted().toList());
    }
}
