package dev.carabiner.cli.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hooks as entries of lists in JSON.
 *
 * @param lists the path of each list in the file, as keys, and the entry that is added to it
 * @param plain fields that a new file must have
 * @param ownFile whether the file is Carabiner's alone, so that it goes when nothing else is in it
 */
record JsonLists(Map<List<String>, Map<String, Object>> lists, Map<String, Object> plain, boolean ownFile)
        implements SettingsText {

    @Override
    public String with(Path file, @Nullable String text, Path guard) throws IOException {
        return new SettingsFile(file, text).with(this, guard);
    }

    @Override
    public @Nullable String without(Path file, String text, Path guard) throws IOException {
        return new SettingsFile(file, text).without(this, guard);
    }

    @Override
    public List<String> registered(Path file, String text, Path guard) throws IOException {
        SettingsFile settings = new SettingsFile(file, text);
        for (List<String> path : lists.keySet()) {
            List<String> command = commandIn(settings.list(path), guard);
            if (!command.isEmpty()) {
                return command;
            }
        }
        return List.of();
    }

    /** The first command of ours in it, however deep, as the agent would run it. */
    static List<String> commandIn(@Nullable Object value, Path guard) {
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(it -> commandIn(it, guard))
                    .filter(it -> !it.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }
        if (!(value instanceof Map<?, ?> map)) {
            return List.of();
        }
        for (String key : new String[] {"command", "bash"}) {
            if (map.get(key) instanceof String command && command.contains(guard.toString())) {
                return withArguments(command, map.get("args"));
            }
        }
        return commandIn(map.values().stream().filter(Objects::nonNull).toList(), guard);
    }

    /** With arguments it is run as it is, else by a shell. */
    private static List<String> withArguments(String command, @Nullable Object arguments) {
        if (!(arguments instanceof List<?> words)) {
            return List.of("sh", "-c", command);
        }
        List<String> all = new ArrayList<>(List.of(command));
        words.forEach(it -> all.add(String.valueOf(it)));
        return all;
    }
}
