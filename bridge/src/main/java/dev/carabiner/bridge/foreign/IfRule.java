package dev.carabiner.bridge.foreign;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The rule of a hook's {@code if}, as in {@code Bash(git push *)}. What cannot be read for sure is a match: the hook is then
 * run and judges for itself.
 *
 * @param tool which tool it is about
 * @param pattern over the command or the file; empty for all
 */
record IfRule(String tool, String pattern) {

    private static final Pattern RULE = Pattern.compile("([\\w*-]+)(?:\\((.*)\\))?", Pattern.DOTALL);
    private static final List<String> EDITING = List.of("Edit", "Write", "MultiEdit", "NotebookEdit");

    /**
     * The rule in a text; null if the text is empty.
     *
     * @throws IllegalArgumentException if it is none
     */
    static @Nullable IfRule of(String text) {
        if (text.isBlank()) {
            return null;
        }
        Matcher parts = RULE.matcher(text.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("its if is \"" + text + "\"; expected a rule as in Bash(git push *)");
        }
        return new IfRule(parts.group(1), parts.group(2) == null ? "" : parts.group(2));
    }

    /** Whether it matches a call, in their names. */
    boolean matches(String calledTool, Map<String, @Nullable Object> input) {
        boolean sameTool =
                glob(tool).matcher(calledTool).matches() || (tool.equals("Edit") && EDITING.contains(calledTool));
        if (!sameTool || pattern.isEmpty() || pattern.equals("*")) {
            return sameTool;
        }
        if (input.get("command") instanceof String command) {
            return matchesCommand(command);
        }
        Object file = input.containsKey("file_path") ? input.get("file_path") : input.get("path");
        if (file instanceof String path) {
            return matchesFile(path);
        }
        if (pattern.startsWith("domain:") && input.get("url") instanceof String url) {
            return matchesHost(url, pattern.substring("domain:".length()));
        }
        return true;
    }

    private boolean matchesCommand(String command) {
        ShellPieces pieces = ShellPieces.of(command);
        boolean moreThanAName = pattern.replaceFirst("(:\\*| \\*)$", "").contains(" ");
        if (!pieces.readable() || (moreThanAName && pieces.expands())) {
            return true;
        }
        Pattern words = words(pattern);
        return pieces.commands().stream().anyMatch(it -> words.matcher(it).matches());
    }

    /** A star at the end that a space or a colon leads to stands for more words, or for none. */
    private static Pattern words(String pattern) {
        String begin =
                pattern.endsWith(":*") || pattern.endsWith(" *") ? pattern.substring(0, pattern.length() - 2) : null;
        return begin == null ? glob(pattern) : Pattern.compile(glob(begin).pattern() + "(?:\\s.*)?", Pattern.DOTALL);
    }

    private boolean matchesFile(String path) {
        String wanted = pattern.replaceFirst("^//", "/").replaceFirst("^\\./", "");
        String anywhere = wanted.startsWith("/") || wanted.startsWith("~") ? wanted : "**/" + wanted;
        Pattern whole = pathGlob(anywhere);
        return whole.matcher(path).matches() || whole.matcher("/" + path).matches();
    }

    private static boolean matchesHost(String url, String domain) {
        try {
            String host = java.net.URI.create(url).getHost();
            return host == null || host.equalsIgnoreCase(domain);
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static Pattern glob(String text) {
        StringBuilder regex = new StringBuilder();
        text.chars().forEach(c -> regex.append(c == '*' ? ".*" : Pattern.quote(String.valueOf((char) c))));
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static Pattern pathGlob(String text) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (text.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else {
                regex.append(text.charAt(i) == '*' ? "[^/]*" : Pattern.quote(text.substring(i, i + 1)));
            }
        }
        return Pattern.compile(regex.toString());
    }
}
