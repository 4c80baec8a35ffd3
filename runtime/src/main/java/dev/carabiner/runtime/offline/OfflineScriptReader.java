package dev.carabiner.runtime.offline;

import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.yaml.YamlException;
import dev.carabiner.engine.yaml.YamlReader;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.session.DurationText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a scenario. The first mistake ends it. */
final class OfflineScriptReader {

    private static final Set<String> ENTRY =
            Set.of("when", "text", "tool_calls", "delay", "error", "message", "retry_after");

    private final Path file;

    private OfflineScriptReader(Path file) {
        this.file = file.toAbsolutePath(); // an error is to say where it was looked for
    }

    static OfflineScript read(Path file) {
        return new OfflineScriptReader(file).scenario();
    }

    private OfflineScript scenario() {
        YamlValue root;
        try {
            root = YamlReader.read(content());
        } catch (YamlException e) {
            throw wrong(e.line(), String.valueOf(e.getMessage()));
        }
        YamlValue.Fields fields = object(root, "the file", Set.of("scenario"));
        List<OfflineScript.Entry> entries = new ArrayList<>();
        for (YamlValue entry : items(fields, "scenario")) {
            entries.add(entry(object(entry, "an answer", ENTRY)));
        }
        if (entries.isEmpty()) {
            throw wrong(fields.line(), "there are no answers; expected a list under the key scenario");
        }
        return new OfflineScript(entries);
    }

    private byte[] content() {
        if (!Files.isRegularFile(file)) {
            throw wrong(1, "there is no such file; expected a scenario in YAML");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(YamlReader.MOST_BYTES + 1);
        } catch (IOException e) {
            throw wrong(1, "the file cannot be read");
        }
    }

    private OfflineScript.Entry entry(YamlValue.Fields entry) {
        YamlValue.Field when = entry.field("when");
        String contains = when == null ? "" : text(object(when.value(), "when", Set.of("contains")), "contains");
        List<OfflineScript.Call> calls = new ArrayList<>();
        for (YamlValue call : items(entry, "tool_calls")) {
            calls.add(call(object(call, "a tool call", Set.of("name", "input"))));
        }
        SimulatedError error = error(entry);
        String text = text(entry, "text");
        if (text.isEmpty() && calls.isEmpty() && error == null) {
            throw wrong(entry.line(), "an answer says nothing; expected text, tool_calls or error");
        }
        return new OfflineScript.Entry(contains, text, calls, duration(entry, "delay"), error);
    }

    private OfflineScript.Call call(YamlValue.Fields call) {
        String name = text(call, "name");
        if (name.isEmpty()) {
            throw wrong(call.line(), "a tool call has no name; expected one, as in Read");
        }
        YamlValue.Field input = call.field("input");
        if (input == null) {
            return new OfflineScript.Call(name, EventData.empty());
        }
        if (!(input.value() instanceof YamlValue.Fields fields)) {
            throw wrong(input.line(), "input is " + input.value().kind() + "; expected an object");
        }
        try {
            return new OfflineScript.Call(name, EventData.of(fields.plain()));
        } catch (CarabinerException e) {
            throw wrong(input.line(), "input cannot be used: " + e.getMessage());
        }
    }

    private @Nullable SimulatedError error(YamlValue.Fields entry) {
        YamlValue.Field error = entry.field("error");
        if (error == null) {
            return null;
        }
        String name = text(entry, "error");
        Set<String> names = new TreeSet<>();
        for (ProviderException.Kind kind : ProviderException.Kind.values()) {
            String known = kind.name().toLowerCase(Locale.ROOT);
            if (known.equals(name)) {
                String message = text(entry, "message");
                return new SimulatedError(
                        kind, message.isEmpty() ? "Simulated: " + name : message, duration(entry, "retry_after"));
            }
            names.add(known);
        }
        throw wrong(error.line(), "error is none that can be simulated; expected one of " + String.join(", ", names));
    }

    private YamlValue.Fields object(YamlValue value, String what, Set<String> keys) {
        if (!(value instanceof YamlValue.Fields fields)) {
            throw wrong(
                    value.line(),
                    what + " is " + value.kind() + "; expected an object with "
                            + String.join(", ", new TreeSet<>(keys)));
        }
        for (YamlValue.Field field : fields.fields()) {
            if (!keys.contains(field.key())) {
                throw wrong(
                        field.line(),
                        what + " has the unknown key \"" + VisibleText.inOneLine(field.key()) + "\"; expected one of "
                                + String.join(", ", new TreeSet<>(keys)));
            }
        }
        return fields;
    }

    private List<YamlValue> items(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return List.of();
        }
        if (field.value() instanceof YamlValue.Items items) {
            return items.values();
        }
        throw wrong(field.line(), key + " is " + field.value().kind() + "; expected a list");
    }

    private String text(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return "";
        }
        if (field.value().plain() instanceof String text) {
            return text;
        }
        throw wrong(field.line(), key + " is " + field.value().kind() + "; expected text");
    }

    private @Nullable Duration duration(YamlValue.Fields fields, String key) {
        YamlValue.Field field = fields.field(key);
        if (field == null) {
            return null;
        }
        try {
            return DurationText.parse(text(fields, key));
        } catch (IllegalArgumentException e) {
            throw wrong(field.line(), key + ": " + e.getMessage());
        }
    }

    private ProviderException wrong(int line, String problem) {
        return new ProviderException(
                OfflineProvider.NAME, ProviderException.Kind.REJECTED, file + ":" + line + ": " + problem, null);
    }
}
