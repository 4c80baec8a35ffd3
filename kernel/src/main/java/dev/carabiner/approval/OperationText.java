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

    private final ApprovalRequest request;

    OperationText(ApprovalRequest request) {
        this.request = request;
    }

    public String prompt() {
        return VisibleText.escaped(request.prompt());
    }

    /** The options, each in one line, in the order offered. */
    public List<String> options() {
        return request.options().stream().map(VisibleText::inOneLine).toList();
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
        return !cutAt(characters).equals(full());
    }

    private String render(int longest) {
        StringBuilder out = new StringBuilder();
        object(request.data().asMap(), "", longest, out);
        return out.toString();
    }

    private static void object(Map<?, ?> fields, String indent, int longest, StringBuilder out) {
        fields.forEach((key, value) -> {
            out.append(indent).append(VisibleText.inOneLine((String) key)).append(':');
            value(value, indent, longest, out);
        });
    }

    private static void value(@Nullable Object value, String indent, int longest, StringBuilder out) {
        switch (value) {
            case Map<?, ?> map when !map.isEmpty() -> object(map, deeper(indent, out), longest, out);
            case List<?> list when !list.isEmpty() -> list(list, deeper(indent, out), longest, out);
            case String text -> text(text, indent, longest, out);
            case null, default -> out.append(' ').append(value).append('\n');
        }
    }

    private static String deeper(String indent, StringBuilder out) {
        out.append('\n');
        return indent + "  ";
    }

    private static void list(List<?> list, String indent, int longest, StringBuilder out) {
        for (Object element : list) {
            out.append(indent).append('-');
            value(element, indent, longest, out);
        }
    }

    /** A text of several lines stands below its key, each line behind a bar, so that it cannot pose as a field. */
    private static void text(String text, String indent, int longest, StringBuilder out) {
        int hidden = Math.max(0, text.codePointCount(0, text.length()) - longest);
        String kept = hidden == 0 ? text : text.substring(0, text.offsetByCodePoints(0, longest));
        if (text.indexOf('\n') < 0) {
            out.append(" \"").append(VisibleText.inOneLine(kept)).append('"');
        } else {
            for (String line : kept.split("\n", -1)) {
                out.append('\n').append(indent).append("  | ").append(VisibleText.inOneLine(line));
            }
        }
        if (hidden > 0) {
            out.append(" … ").append(hidden).append(" more characters are hidden");
        }
        out.append('\n');
    }
}
