package dev.carabiner.cli.agent;

import dev.carabiner.bridge.foreign.TomlDocument;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hooks as the first tables of an array in TOML. They are put into the text as it stands, comments and all; before and after
 * it is read, and nothing but the hooks may differ.
 *
 * @param array its name
 * @param block the tables in TOML
 */
record TomlBlock(String array, String block) implements SettingsText {

    @Override
    public String with(Path file, @Nullable String text, Path guard) throws IOException {
        String now = text == null ? "" : text;
        EventData before = read(file, now);
        if (now.contains(block)) {
            return now;
        }
        if (now.contains(guard.toString())) {
            throw new IOException(
                    file + " runs " + guard + " in another way, so it is not touched; take that out first");
        }
        Matcher first = Pattern.compile("(?m)^[ \\t]*\\[\\[[ \\t]*" + Pattern.quote(array) + "[ \\t]*\\]\\]")
                .matcher(now);
        int at = first.find() ? first.start() : now.length();
        String gap = at == 0 || now.charAt(at - 1) == '\n' ? "" : "\n";
        String after = now.substring(0, at) + gap + block + now.substring(at);
        requireSame(file, before, read(file, after));
        return after;
    }

    @Override
    public @Nullable String without(Path file, String text, Path guard) throws IOException {
        if (!text.contains(block)) {
            if (text.contains(guard.toString())) {
                throw new IOException(file + " has the hooks of Carabiner in another form; take them out by hand: "
                        + "what runs " + guard);
            }
            return text;
        }
        String after = text.replace(block, "");
        requireSame(file, read(file, after), read(file, text));
        return after.isBlank() ? null : after;
    }

    @Override
    public List<String> registered(Path file, String text, Path guard) throws IOException {
        return JsonLists.commandIn(list(read(file, text)), guard);
    }

    private static EventData read(Path file, String text) throws IOException {
        try {
            return TomlDocument.read(text.startsWith("\uFEFF") ? text.substring(1) : text);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " is no TOML, so it is not touched: " + e.getMessage(), e);
        }
    }

    /** Whether the second document is the first one and our tables before its own. */
    private void requireSame(Path file, EventData without, EventData with) throws IOException {
        List<@Nullable Object> ours = new ArrayList<>(list(TomlDocument.read(block)));
        ours.addAll(list(without));
        Map<String, @Nullable Object> expected = new LinkedHashMap<>(without.asMap());
        expected.put(array, ours);
        if (!EventData.of(expected).sameJsonAs(with)) {
            throw new IOException(
                    file + ": the hooks cannot be put there without a change to the rest, so it is not touched");
        }
    }

    private List<@Nullable Object> list(EventData document) {
        return document.get(array) instanceof List<?> list ? new ArrayList<>(list) : List.of();
    }
}
