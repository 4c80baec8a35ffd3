package dev.carabiner.runtime.offline;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a prompt.
 *
 * @param tool what does it; null for a line that is only words
 * @param input the tool's
 */
record Instruction(String line, @Nullable String tool, EventData input) {

    private static final int MOST = 500;

    private static final Pattern VERB =
            Pattern.compile("(read|write|edit|run|delegate|todo|find|search)\\s+(\\S.*)", Pattern.DOTALL);
    private static final String CHANGE = " =>";

    /** The lines that are not blank; what is beyond a few hundred is left out. */
    static List<Instruction> all(String prompt) {
        List<Instruction> all = new ArrayList<>();
        prompt.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(MOST)
                .forEach(line -> all.add(of(line)));
        return all;
    }

    static Instruction of(String line) {
        Matcher parts = VERB.matcher(line);
        Instruction instruction = parts.matches() ? instruction(line, parts.group(1), parts.group(2)) : null;
        return instruction == null ? new Instruction(line, null, EventData.empty()) : instruction;
    }

    private static @Nullable Instruction instruction(String line, String verb, String rest) {
        return switch (verb) {
            case "read" -> new Instruction(line, "Read", EventData.of("file_path", rest));
            case "run" -> new Instruction(line, "Bash", EventData.of("command", rest));
            case "find" -> new Instruction(line, "Glob", EventData.of("pattern", rest));
            case "search" -> new Instruction(line, "Grep", EventData.of("pattern", rest));
            case "todo" -> new Instruction(line, "TodoWrite", EventData.of("todos", todos(rest)));
            default -> named(line, verb, rest);
        };
    }

    private static @Nullable Instruction named(String line, String verb, String rest) {
        int colon = rest.endsWith(":") && !rest.contains(": ") ? rest.length() - 1 : rest.indexOf(": ");
        if (colon <= 0) {
            return null;
        }
        String name = rest.substring(0, colon).strip();
        String text = rest.substring(Math.min(rest.length(), colon + 2));
        return switch (verb) {
            case "write" -> new Instruction(line, "Write", EventData.of("file_path", name, "content", unescaped(text)));
            case "delegate" ->
                new Instruction(
                        line,
                        "Task",
                        EventData.of("subagent_type", name, "description", brief(text), "prompt", unescaped(text)));
            default -> edit(line, name, text);
        };
    }

    private static @Nullable Instruction edit(String line, String path, String change) {
        int arrow = change.indexOf(CHANGE);
        if (arrow <= 0) {
            return null;
        }
        String after = change.substring(arrow + CHANGE.length());
        return new Instruction(
                line,
                "Edit",
                EventData.of(
                        "file_path", path,
                        "old_string", unescaped(change.substring(0, arrow)),
                        "new_string", unescaped(after.startsWith(" ") ? after.substring(1) : after)));
    }

    private static List<EventData> todos(String items) {
        return Arrays.stream(items.split(";"))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .map(item -> EventData.of("content", item, "status", "pending"))
                .toList();
    }

    private static String brief(String task) {
        return DraftCall.brief(unescaped(task).lines().findFirst().orElse(""), 60);
    }

    /** {@code \n}, {@code \t} and {@code \\}; any other backslash is one. */
    static String unescaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
            if (c == '\\' && (next == 'n' || next == 't' || next == '\\')) {
                out.append(next == 'n' ? '\n' : next == 't' ? '\t' : '\\');
                i++;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
