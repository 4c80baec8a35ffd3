package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.console.LineChanges.Op;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call as a person is shown it, rendered here from the real data: every line is escaped, and what is folded is
 * counted. A page shows these lines and nothing that it makes of the input itself. The lines hold all that the digest
 * covers, but for what the title says in full; the raw lines hold everything, as the kernel prints it.
 */
final class ShownCall {

    /** More lines, or more characters, are folded until they are opened. */
    private static final int OPEN_LINES = 60;

    private static final int OPEN_CHARACTERS = 8_192;
    private static final int TITLE = 120;
    private static final int MOST_ESCAPES = 8;

    private final ApprovalRequest request;
    private final int firstLine;
    private final List<EventData> lines = new ArrayList<>();

    /** @param firstLine the number of the line that a change begins at, from 1; 0 if it is not known */
    ShownCall(ApprovalRequest request, int firstLine) {
        this.request = request;
        this.firstLine = firstLine;
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
        String kind = call();
        int open = open(lines);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("title", title(request));
        fields.put("kind", kind);
        fields.put("added", count("add"));
        fields.put("removed", count("del"));
        fields.put("parts", parts(open));
        fields.put("hidden_lines", (int)
                lines.stream().skip(open).filter(it -> !isHead(it)).count());
        fields.put("escapes", escapes());
        fields.put("raw", rendered(request.data()));
        return EventData.of(fields);
    }

    private String call() {
        EventData input = request.toolInput();
        String kind = "fields";
        EventData rest = input;
        if (input.get("old_string") instanceof String before && input.get("new_string") instanceof String after) {
            kind = "diff";
            List<LineChanges.Line> changes = LineChanges.between(before, after);
            boolean endAlike = before.endsWith("\n")
                    && after.endsWith("\n")
                    && changes.getLast().op() == Op.SAME;
            changes(input, endAlike ? changes.subList(0, changes.size() - 1) : changes); // behind it there is no line
            rest = input.without("old_string").without("new_string").without("file_path");
        } else if (input.get("command") instanceof String command) {
            kind = "command";
            command.lines()
                    .flatMap(line -> CommandLines.of(line).stream())
                    .forEach(line -> add("cmd", unambiguous(line)));
            rest = input.without("command");
        }
        rendered(rest).forEach(line -> add("field", line));
        EventData beside = beside();
        if (!beside.asMap().isEmpty()) {
            if (request.hasToolInput()) {
                add("head", "beside the tool's input");
            }
            rendered(beside).forEach(line -> add("field", line));
        }
        return kind;
    }

    /** What the digest covers besides the tool's name and input. */
    private EventData beside() {
        EventData data =
                request.data().without("session_id").without("timestamp").without("tool_call_id");
        EventData named = data.get("tool_name") instanceof String ? data.without("tool_name") : data;
        return request.hasToolInput() ? named.without("tool_input") : named;
    }

    /** As the kernel prints data of a request. */
    private List<String> rendered(EventData data) {
        ApprovalRequest part = new ApprovalRequest(
                request.id(),
                request.session(),
                request.event(),
                request.question(),
                data,
                request.digest(),
                request.created());
        return part.shown()
                .full()
                .lines()
                .map(line -> line.replace("\t", "    "))
                .toList();
    }

    private void add(String op, String text) {
        lines.add(EventData.of("op", op, "text", text));
    }

    private long count(String op) {
        return lines.stream().filter(it -> op.equals(it.get("op"))).count();
    }

    /** The lines under their headings. Where the folding begins, a part begins. */
    private List<EventData> parts(int open) {
        List<EventData> parts = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= lines.size(); to++) {
            if (to == lines.size() || to == open || isHead(lines.get(to))) {
                parts.add(part(lines.subList(from, to), from >= open));
                from = to;
            }
        }
        return parts;
    }

    private static EventData part(List<EventData> lines, boolean isFolded) {
        EventData first = lines.getFirst();
        boolean isHeaded = isHead(first);
        String heading = isHeaded ? String.valueOf(first.get("text")) : isFolded ? rest(first) : "";
        return EventData.of(
                "heading", heading, "lines", lines.subList(isHeaded ? 1 : 0, lines.size()), "folded", isFolded);
    }

    private static boolean isHead(EventData line) {
        return "head".equals(line.get("op"));
    }

    /** What a folded part is that has no heading of its own. */
    private static String rest(EventData first) {
        return switch (String.valueOf(first.get("op"))) {
            case "cmd" -> "the rest of the command";
            case "field" -> "the rest of the input";
            default -> "the rest of the change";
        };
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

    private void changes(EventData input, List<LineChanges.Line> changes) {
        if (input.get("file_path") instanceof String file) {
            add("head", unambiguous(file));
        }
        for (int i = 0; i < changes.size(); i++) {
            LineChanges.Line line = changes.get(i);
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("op", line.op().name().toLowerCase(Locale.ROOT));
            fields.put("text", unambiguous(line.text()));
            if (firstLine > 0 && line.old() >= 0) {
                fields.put("old", firstLine + line.old());
            }
            if (firstLine > 0 && line.fresh() >= 0) {
                fields.put("new", firstLine + line.fresh());
            }
            LineChanges.Line other = counterpart(changes, i);
            if (other != null) {
                fields.put("mark", difference(unambiguous(line.text()), unambiguous(other.text())));
            }
            lines.add(EventData.of(fields));
        }
    }

    /** The line that this one became, or was: the one at the same place among as many of the other kind beside it. */
    private static LineChanges.@Nullable Line counterpart(List<LineChanges.Line> all, int at) {
        if (all.get(at).op() == Op.SAME) {
            return null;
        }
        int begin = at;
        while (begin > 0 && all.get(begin - 1).op() != Op.SAME) {
            begin--;
        }
        int end = at;
        while (end < all.size() && all.get(end).op() != Op.SAME) {
            end++;
        }
        List<LineChanges.Line> block = all.subList(begin, end);
        List<LineChanges.Line> gone =
                block.stream().filter(it -> it.op() == Op.DEL).toList();
        List<LineChanges.Line> come =
                block.stream().filter(it -> it.op() == Op.ADD).toList();
        if (gone.size() != come.size()) {
            return null;
        }
        int place = gone.indexOf(all.get(at));
        return place >= 0 ? come.get(place) : gone.get(come.indexOf(all.get(at)));
    }

    /** From where to where a line differs from another one, in whole words. */
    private static List<Integer> difference(String text, String other) {
        int least = Math.min(text.length(), other.length());
        int from = 0;
        while (from < least && text.charAt(from) == other.charAt(from)) {
            from++;
        }
        int same = 0;
        while (same < least - from
                && text.charAt(text.length() - 1 - same) == other.charAt(other.length() - 1 - same)) {
            same++;
        }
        int to = text.length() - same;
        int otherTo = other.length() - same;
        while (isInWord(text, from) || isInWord(other, from)) {
            from--;
        }
        while (isInWord(text, to) || isInWord(other, otherTo)) {
            to++;
            otherTo++;
        }
        return List.of(from, to);
    }

    /** Whether a word, or an escape, goes on across this place. */
    private static boolean isInWord(String text, int at) {
        return at > 0
                && at < text.length()
                && text.charAt(at) != '\\'
                && isOfWord(text.charAt(at - 1))
                && isOfWord(text.charAt(at));
    }

    private static boolean isOfWord(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c) || "_.\\{}".indexOf(c) >= 0;
    }

    private static String unambiguous(String text) {
        return VisibleText.inOneLine(text.replace("\\", "\\\\"));
    }

    /** The characters of the operation that are shown as escapes, because they would hide or reorder something. */
    private List<EventData> escapes() {
        Map<Integer, Integer> counts = new TreeMap<>();
        texts(request.data().asMap())
                .forEach(text -> text.codePoints()
                        .filter(it -> it != '\n' && it != '\t' && VisibleText.isDeceptive(it))
                        .forEach(it -> counts.merge(it, 1, Integer::sum)));
        return counts.entrySet().stream()
                .limit(MOST_ESCAPES)
                .map(each -> escape(each.getKey(), each.getValue()))
                .toList();
    }

    private EventData escape(int character, int count) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("line", firstLineWith(character));
        fields.put("char", String.format(Locale.ROOT, "U+%04X", character));
        fields.put("name", String.valueOf(Character.getName(character)).toLowerCase(Locale.ROOT));
        fields.put("count", count);
        return EventData.of(fields);
    }

    /** The number that the line has in its file, or else among those under the headings; null if it is in none of them. */
    private @Nullable Object firstLineWith(int character) {
        String escape = Pattern.quote(VisibleText.inOneLine(Character.toString(character)));
        Pattern real = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*" + escape); // a doubled backslash is one of the text
        List<EventData> plain = lines.stream().filter(it -> !isHead(it)).toList();
        for (int i = 0; i < plain.size(); i++) {
            EventData line = plain.get(i);
            if (real.matcher(String.valueOf(line.get("text"))).find()) {
                Object number = line.get(line.get("new") == null ? "old" : "new");
                return number == null ? Integer.valueOf(i + 1) : number;
            }
        }
        return null;
    }

    private static Stream<String> texts(Object value) {
        return switch (value) {
            case String text -> Stream.of(text);
            case Map<?, ?> map ->
                Stream.concat(map.keySet().stream(), map.values().stream().filter(it -> it != null))
                        .flatMap(ShownCall::texts);
            case List<?> list -> list.stream().filter(it -> it != null).flatMap(ShownCall::texts);
            default -> Stream.of();
        };
    }
}
