package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A call as a person is shown it, rendered here from the real data: every line is escaped, and what is folded is
 * counted. A page shows these lines and nothing that it makes of the input itself.
 */
final class ShownCall {

    /** More lines, or more characters, are folded until they are opened. */
    private static final int OPEN_LINES = 60;

    private static final int OPEN_CHARACTERS = 8_192;
    private static final int TITLE = 120;

    private final ApprovalRequest request;

    ShownCall(ApprovalRequest request) {
        this.request = request;
    }

    static String title(ApprovalRequest request) {
        String what = what(request);
        String tool = request.tool().isEmpty() ? request.event() : request.tool();
        return cut(VisibleText.inOneLine(tool) + (what.isEmpty() ? "" : " " + what));
    }

    /** The main argument of the call, in one line; empty if none stands out. */
    static String what(ApprovalRequest request) {
        for (String field : List.of("command", "file_path", "path", "url", "prompt")) {
            if (request.toolInput().get(field) instanceof String text) {
                return cut(VisibleText.inOneLine(text));
            }
        }
        return "";
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= TITLE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TITLE)) + "…";
    }

    EventData json() {
        List<EventData> lines = new ArrayList<>();
        String kind = "fields";
        EventData input = request.toolInput();
        if (input.get("old_string") instanceof String before && input.get("new_string") instanceof String after) {
            kind = "diff";
            changes(before, after, lines);
        } else if (input.get("command") instanceof String command) {
            kind = "command";
            command.lines().forEach(line -> lines.add(line("cmd", unambiguous(line))));
        }
        request.shown().full().lines().forEach(line -> lines.add(line("field", line.replace("\t", "    "))));
        int open = open(lines);
        return EventData.of(
                "title",
                title(request),
                "kind",
                kind,
                "lines",
                lines,
                "open_lines",
                open,
                "hidden_lines",
                lines.size() - open,
                "escapes",
                (int) deceptive());
    }

    /** How many of the first lines stay unfolded. */
    private static int open(List<EventData> lines) {
        int characters = 0;
        for (int i = 0; i < lines.size(); i++) {
            characters += String.valueOf(lines.get(i).get("text")).length();
            if (i >= OPEN_LINES || characters > OPEN_CHARACTERS) {
                return i;
            }
        }
        return lines.size();
    }

    /** What is equal at both ends is context; in between, the old lines and then the new ones. */
    private static void changes(String before, String after, List<EventData> lines) {
        List<String> old = Arrays.asList(before.split("\n", -1));
        List<String> fresh = Arrays.asList(after.split("\n", -1));
        int same = 0;
        while (same < Math.min(old.size(), fresh.size()) && old.get(same).equals(fresh.get(same))) {
            same++;
        }
        int tail = 0;
        while (tail < Math.min(old.size(), fresh.size()) - same
                && old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail))) {
            tail++;
        }
        old.subList(0, same).forEach(line -> lines.add(line("same", unambiguous(line))));
        old.subList(same, old.size() - tail).forEach(line -> lines.add(line("del", unambiguous(line))));
        fresh.subList(same, fresh.size() - tail).forEach(line -> lines.add(line("add", unambiguous(line))));
        old.subList(old.size() - tail, old.size()).forEach(line -> lines.add(line("same", unambiguous(line))));
    }

    private static EventData line(String op, String text) {
        return EventData.of("op", op, "text", text);
    }

    private static String unambiguous(String text) {
        return VisibleText.inOneLine(text.replace("\\", "\\\\")).replace("\t", "    ");
    }

    /** How many characters of the input are shown as escapes, because they would hide or reorder something. */
    private long deceptive() {
        return texts(request.data().asMap())
                .mapToLong(text -> text.codePoints()
                        .filter(it -> it != '\n' && it != '\t' && VisibleText.isDeceptive(it))
                        .count())
                .sum();
    }

    private static Stream<String> texts(Object value) {
        return switch (value) {
            case String text -> Stream.of(text);
            case java.util.Map<?, ?> map ->
                map.values().stream().filter(it -> it != null).flatMap(ShownCall::texts);
            case List<?> list -> list.stream().filter(it -> it != null).flatMap(ShownCall::texts);
            default -> Stream.of();
        };
    }
}
