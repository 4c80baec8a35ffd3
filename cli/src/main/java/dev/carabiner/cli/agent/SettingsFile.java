package dev.carabiner.cli.agent;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent's settings in JSON, with and without Carabiner's hooks. Nothing else of it is changed in meaning; what cannot be
 * read is refused.
 *
 * @param text as it is; null if there is no file
 */
record SettingsFile(Path file, @Nullable String text) {

    private static final long MOST_BYTES = 8 * 1024 * 1024;

    static SettingsFile read(Path file) throws IOException {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            throw new IOException(file + " is a link that leads nowhere, so it is not touched");
        }
        if (!Files.exists(file)) {
            return new SettingsFile(file, null);
        }
        if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is no file of settings, so it is not touched");
        }
        try {
            return new SettingsFile(file, Files.readString(file));
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is no UTF-8; it is not touched", e);
        }
    }

    /** The text with the hooks; the same text if they are there. */
    String with(JsonLists hooks, Path guard) throws IOException {
        Map<String, @Nullable Object> root = root();
        Map<String, @Nullable Object> before = copy(root);
        hooks.plain().forEach(root::putIfAbsent);
        for (Map.Entry<List<String>, Map<String, Object>> each : hooks.lists().entrySet()) {
            List<@Nullable Object> list = list(root, each.getKey());
            List<@Nullable Object> others = new ArrayList<>(list);
            others.removeIf(it -> it != null && AgentRegistration.isOurs(it, guard));
            List<@Nullable Object> all = new ArrayList<>();
            all.add(each.getValue()); // first: no other hook answers before it
            all.addAll(others);
            put(root, each.getKey(), all);
        }
        return EventData.of(root).sameJsonAs(EventData.of(before)) ? String.valueOf(text) : written(root);
    }

    /** The text without them; null if nothing is left of a file that was made for them. */
    @Nullable
    String without(JsonLists ours, Path guard) throws IOException {
        Map<String, @Nullable Object> root = root();
        boolean found = false;
        for (List<String> path : ours.lists().keySet()) {
            List<@Nullable Object> list = list(root, path);
            if (list.removeIf(it -> it != null && AgentRegistration.isOurs(it, guard))) {
                found = true;
                put(root, path, list.isEmpty() ? null : list);
            }
        }
        if (root.get("hooks") instanceof Map<?, ?> hooks && hooks.isEmpty() && found) {
            root.remove("hooks");
        }
        boolean nothing = root.keySet().stream().allMatch(ours.plain()::containsKey);
        if (found && nothing && ours.ownFile()) {
            return null;
        }
        return found ? written(root) : String.valueOf(text);
    }

    /** What stands in a list; empty if it is not there. */
    List<@Nullable Object> list(List<String> path) throws IOException {
        return list(root(), path);
    }

    /** Whether a switch on the top level is on. */
    boolean isOn(String key) throws IOException {
        return Boolean.TRUE.equals(root().get(key));
    }

    private Map<String, @Nullable Object> root() throws IOException {
        if (text == null || text.isBlank()) {
            return new LinkedHashMap<>();
        }
        String plain = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try {
            return copy(EventDataJson.read(plain).asMap());
        } catch (InvalidJsonException e) {
            throw new IOException(
                    file + " is no JSON object, so it is not touched: " + e.getMessage()
                            + ". Comments and trailing commas cannot be kept; add the hooks by hand (--dry-run shows them)",
                    e);
        }
    }

    private String written(Map<String, @Nullable Object> root) {
        return IndentedJson.of(root, text == null ? "  " : indent(text)) + "\n";
    }

    private static String indent(String text) {
        int line = text.indexOf('\n');
        int end = line + 1;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        String found = line < 0 ? "" : text.substring(line + 1, end);
        return found.isEmpty() ? "  " : found;
    }

    @SuppressWarnings("unchecked") // the values of event data have text for keys
    private List<@Nullable Object> list(Map<String, @Nullable Object> root, List<String> path) throws IOException {
        Object at = root;
        for (String key : path) {
            if (!(at instanceof Map)) {
                throw new IOException(
                        file + ": " + String.join(".", path) + " is not where hooks can be; it is not touched");
            }
            at = ((Map<String, @Nullable Object>) at).get(key);
            if (at == null) {
                return new ArrayList<>();
            }
        }
        if (at instanceof List<?> list) {
            return new ArrayList<>(list);
        }
        throw new IOException(file + ": " + String.join(".", path) + " is no list; it is not touched");
    }

    @SuppressWarnings("unchecked") // the values of event data have text for keys
    private static void put(Map<String, @Nullable Object> root, List<String> path, @Nullable Object value) {
        Map<String, @Nullable Object> at = root;
        for (String key : path.subList(0, path.size() - 1)) {
            Object inner = at.get(key);
            Map<String, @Nullable Object> next = inner instanceof Map
                    ? new LinkedHashMap<>((Map<String, @Nullable Object>) inner)
                    : new LinkedHashMap<>();
            at.put(key, next);
            at = next;
        }
        if (value == null) {
            at.remove(path.getLast());
        } else {
            at.put(path.getLast(), value);
        }
    }

    private static Map<String, @Nullable Object> copy(Map<String, @Nullable Object> map) {
        return new LinkedHashMap<>(map);
    }
}
