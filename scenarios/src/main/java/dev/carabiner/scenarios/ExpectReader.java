package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.yaml.YamlValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what is expected: of an outcome, of a request to the model, of the end of a conversation. */
final class ExpectReader {

    private static final List<String> ACTIONS = List.of("continue", "inject_context", "ask", "deny");
    private static final List<String> ROLES = List.of("system", "user", "assistant");
    private static final List<String> LEVELS = List.of("info", "warning", "error");
    private static final List<String> STATUSES = List.of("success", "denied", "interrupted", "error");

    private final ValueReader values;

    ExpectReader(String file, List<ScenarioProblem> problems) {
        this.values = new ValueReader(file, problems);
    }

    /** What a case says of its outcome. */
    Expected outcome(@Nullable ScenarioObject part) {
        if (part == null) {
            return Expected.ANYTHING;
        }
        part.only("action", "by", "reason", "asked", "order", "input", "data", "injected", "messages");
        part.notEmpty("action, by, reason, asked or the like");
        values.choice(part, "action", ACTIONS);
        values.texts(part, "by", "reason");
        values.textList(part, "order");
        asked(part);
        values.object(part, "input");
        values.object(part, "data");
        for (ScenarioObject item : values.objects(part, "injected", "hook", "text", "role", "ephemeral")) {
            values.texts(item, "hook", "text");
            values.choice(item, "role", ROLES);
            values.flag(item, "ephemeral");
        }
        for (ScenarioObject item : values.objects(part, "messages", "source", "text", "level")) {
            values.texts(item, "source", "text");
            values.choice(item, "level", LEVELS);
        }
        return values.read(part.fields());
    }

    private void asked(ScenarioObject part) {
        for (ScenarioObject item : values.objects(part, "asked", "hook", "prompt", "options", "reason")) {
            values.texts(item, "hook", "prompt", "reason");
            values.textList(item, "options");
        }
    }

    /** What a step says of the request that the model is sent. */
    Expected request(ScenarioObject part) {
        part.only("request", "injected_by");
        part.notEmpty("request or injected_by");
        ScenarioObject request = part.object("request");
        if (request != null) {
            request.only("last_tool_result", "last_message", "text");
            request.notEmpty("last_tool_result, last_message or text");
            values.texts(request, "last_tool_result", "last_message", "text");
        }
        if (part.value("injected_by") instanceof YamlValue.Items) {
            values.textList(part, "injected_by");
        } else {
            values.texts(part, "injected_by");
        }
        return values.read(part.fields());
    }

    /** What a conversation says of its end. */
    Expected end(@Nullable ScenarioObject part) {
        if (part == null) {
            return Expected.ANYTHING;
        }
        part.only("answer", "status", "denied", "asked", "context", "files");
        part.notEmpty("answer, status, denied, asked, context or files");
        values.texts(part, "answer", "denied");
        values.choice(part, "status", STATUSES);
        asked(part);
        files(part.object("files"));
        ScenarioObject context = part.object("context");
        return values.read(part.fields()).with("context", context == null ? null : context(context));
    }

    private void files(@Nullable ScenarioObject files) {
        if (files != null) {
            files.notEmpty("names of files, each with its text");
            files.fields().fields().stream()
                    .filter(file -> !(file.key().equals("exact") && file.value().plain() instanceof Boolean))
                    .forEach(file -> {
                        values.texts(files, file.key());
                        requirePlain(files, file.key());
                    });
        }
    }

    /** Files are looked up by their plain relative names. */
    private static void requirePlain(ScenarioObject files, String name) {
        String plain = ScenarioReader.isInside(name) ? Path.of(name).normalize().toString() : "";
        if (!plain.equals(name)) {
            files.problem(
                    files.keyAt(name),
                    "files names " + NearMiss.quoted(name) + "; expected a relative name, as in "
                            + (plain.isEmpty() ? "notes/today.txt" : plain));
        }
    }

    /** What is in the conversation when it is over. */
    private static Expected context(ScenarioObject context) {
        context.only("stored", "never_stored");
        context.notEmpty("stored or never_stored");
        Expected.Subset all = new Expected.Subset(Map.of(), false, context.at());
        for (String key : List.of("stored", "never_stored")) {
            if (context.text(key, "-").isEmpty()) {
                context.problem(context.at(key), key + " is empty, which every conversation holds; expected some text");
            }
        }
        String stored = context.text("stored");
        String never = context.text("never_stored");
        return all.with(
                        "stored",
                        stored == null ? null : new Expected.Textual("contains", stored, null, context.at("stored")))
                .with("never_stored", never == null ? null : new Expected.Never(never));
    }
}
