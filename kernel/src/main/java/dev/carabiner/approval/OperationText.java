package dev.carabiner.approval;

import dev.carabiner.display.VisibleText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as a human is shown it, rendered from the real data and from nothing a tool or model says about it. What
 * could hide or reorder something is escaped; where something is left out, it says how much.
 */
public final class OperationText {

    private static final int DEEPEST_INDENT = 16;

    private final ApprovalRequest request;

    OperationText(ApprovalRequest request) {
        this.request = request;
    }

    /** What the human is asked. */
    public String prompt() {
        return VisibleText.escaped(request.prompt());
    }

    /** The options, each in one line, in the order offered. */
    public List<String> options() {
        return request.options().stream().map(VisibleText::inOneLine).toList();
    }

    /** How far "Allow always" reaches, in one line; empty if the request does not offer it. */
    public String reach() {
        if (request.options().stream().noneMatch(GrantRule::remembers)) {
            return "";
        }
        String what = request.scope().isBlank() ? "exactly this operation" : unambiguous(request.scope());
        return "\"Allow always\" holds for the rest of this session, for " + what;
    }

    /** Everything about the operation. */
    public String full() {
        return render(Integer.MAX_VALUE);
    }

    /** Each text cut at so many characters; whatever is cut is counted where it is missing. */
    public String cutAt(int characters) {
        return render(characters);
    }

    /** Whether that cut would hide anything: then approving takes opening it. */
    public boolean hidesSomethingAt(int characters) {
        return hasLonger(request.data().asMap(), characters);
    }

    private static boolean hasLonger(@Nullable Object value, int characters) {
        return switch (value) {
            case String text -> text.codePointCount(0, text.length()) > characters;
            case Map<?, ?> map -> map.values().stream().anyMatch(inner -> hasLonger(inner, characters));
            case List<?> list -> list.stream().anyMatch(inner -> hasLonger(inner, characters));
            case null, default -> false;
        };
    }

    private String render(int longest) {
        StringBuilder out = new StringBuilder();
        object(request.data().asMap(), 0, longest, out);
        return out.toString();
    }

    private static void object(Map<?, ?> fields, int level, int longest, StringBuilder out) {
        fields.forEach((key, value) -> {
            indent(level, out).append(unambiguous((String) key)).append(':');
            value(value, level, longest, out);
        });
    }

    private static void value(@Nullable Object value, int level, int longest, StringBuilder out) {
        switch (value) {
            case Map<?, ?> map when !map.isEmpty() -> object(map, deeper(level, out), longest, out);
            case List<?> list when !list.isEmpty() -> list(list, deeper(level, out), longest, out);
            case String text -> text(text, level, longest, out);
            case null, default -> out.append(' ').append(value).append('\n');
        }
    }

    private static int deeper(int level, StringBuilder out) {
        out.append('\n');
        return level + 1;
    }

    /** Beyond some depth the level is named, since a line has only so much room. */
    private static StringBuilder indent(int level, StringBuilder out) {
        out.append("  ".repeat(Math.min(level, DEEPEST_INDENT)));
        return level > DEEPEST_INDENT ? out.append("[level ").append(level).append("] ") : out;
    }

    /** What stands for itself is told apart from what stands for an escaped character. */
    private static String unambiguous(String text) {
        return VisibleText.inOneLine(text.replace("\\", "\\\\"));
    }

    private static void list(List<?> list, int level, int longest, StringBuilder out) {
        for (Object element : list) {
            indent(level, out).append('-');
            value(element, level, longest, out);
        }
    }

    /** A text of several lines stands below its key, each line behind a bar, so that it cannot pose as a field. */
    private static void text(String text, int level, int longest, StringBuilder out) {
        int hidden = Math.max(0, text.codePointCount(0, text.length()) - longest);
        String kept = hidden == 0 ? text : text.substring(0, text.offsetByCodePoints(0, longest));
        if (text.indexOf('\n') < 0) {
            out.append(" \"").append(unambiguous(kept).replace("\"", "\\\"")).append('"');
        } else {
            for (String line : kept.split("\n", -1)) {
                indent(level + 1, out.append('\n')).append("| ").append(unambiguous(line));
            }
        }
        if (hidden > 0) {
            out.append(" … ").append(hidden).append(" more characters are hidden");
        }
        out.append('\n');
    }
}
