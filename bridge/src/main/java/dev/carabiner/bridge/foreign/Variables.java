package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The variables that a hook's command may name, and that it finds in its environment. */
final class Variables {

    /** What a shell reads as nothing but itself. Any other path is left for the shell to expand, from the environment. */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_./@%+=:,-]*");

    /** What a shell reads as itself in quotes. */
    private static final Pattern HARMLESS_IN_QUOTES = Pattern.compile("[\\p{L}\\p{N} _./@%+=:,-]*");

    private static final Pattern QUOTES =
            Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?<literal>[^']*)'|\\\\.", Pattern.DOTALL);

    private final Map<String, String> all = new HashMap<>();
    private final @Nullable Path plugin;

    Variables(Dialect dialect, HookEntry entry, Path project, String session, ScratchFiles scratch) {
        dialect.environment()
                .forEach((name, value) -> all.put(
                        name, value.replace(Dialect.PROJECT, project.toString()).replace(Dialect.SESSION, session)));
        plugin = entry.plugin();
        if (dialect.name().equals("gemini") || dialect.name().equals("qwen")) {
            put("workspacePath", project);
            put("extensionPath", plugin == null ? entry.place().file().getParent() : plugin);
        }
        if (plugin != null && dialect.name().equals("cursor")) {
            put("CURSOR_PLUGIN_ROOT", plugin);
        }
        if (plugin != null) {
            put("CLAUDE_PLUGIN_ROOT", plugin);
            put("PLUGIN_ROOT", plugin);
            Path data = scratch.dataOf(plugin); // the plug-in itself can only be read
            put("CLAUDE_PLUGIN_DATA", data);
            put("PLUGIN_DATA", data);
        }
    }

    private void put(String name, @Nullable Path path) {
        all.put(name, String.valueOf(path));
    }

    /** The root of the plug-in that the hook belongs to, to be read by it; null if it is of none, or where settings and secrets are. */
    @Nullable
    Path readablePlugin() {
        Path home = Path.of(System.getProperty("user.home", "/"));
        boolean isPrivate = plugin == null
                || home.startsWith(plugin)
                || String.valueOf(plugin.getFileName()).startsWith(".");
        return isPrivate ? null : plugin;
    }

    Map<String, String> all() {
        return all;
    }

    /** With the values in place of the names, for a word that no shell reads. */
    String plain(String text) {
        String replaced = separated(text);
        for (Map.Entry<String, String> variable : all.entrySet()) {
            replaced = replaced.replace("${" + variable.getKey() + "}", variable.getValue());
        }
        return replaced;
    }

    /** The same for a line that a shell reads. */
    String inShell(String line) {
        String replaced = separated(line);
        for (Map.Entry<String, String> variable : all.entrySet()) {
            String name = "${" + variable.getKey() + "}";
            if (HARMLESS.matcher(variable.getValue()).matches()) {
                replaced = replaced.replace(name, variable.getValue());
            } else if (HARMLESS_IN_QUOTES.matcher(variable.getValue()).matches()) {
                replaced = inSingleQuotes(replaced, name, variable.getValue());
            }
        }
        return replaced;
    }

    /** In single quotes a shell expands nothing; the agents put the value in before it reads the line. */
    private static String inSingleQuotes(String line, String name, String value) {
        return QUOTES.matcher(line).replaceAll(it -> {
            String part = it.group("literal") == null ? it.group() : it.group().replace(name, value);
            return Matcher.quoteReplacement(part);
        });
    }

    /** Extensions write the separator of paths as a variable that no shell could read. */
    private static String separated(String text) {
        return text.replace("${/}", "/").replace("${pathSeparator}", "/");
    }
}
