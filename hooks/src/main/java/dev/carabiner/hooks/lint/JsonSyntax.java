package dev.carabiner.hooks.lint;

import dev.carabiner.json.JsonFault;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a text is JSON, and the first place where it is not. */
final class JsonSyntax {

    private static final Pattern LAST_COMMA = Pattern.compile(",\\s*$");

    private JsonSyntax() {}

    static List<LintFinding> check(String text) {
        JsonFault fault = JsonFault.in(text);
        if (fault == null) {
            return List.of();
        }
        LintFinding comma = fault.offset() < 0 ? null : trailingComma(text, fault.offset());
        return List.of(comma == null ? LintFinding.of(fault.line(), "not valid JSON: " + fault.problem()) : comma);
    }

    /** The one mistake with one mending: a comma before the closing bracket. */
    private static @Nullable LintFinding trailingComma(String text, int offset) {
        int end = Math.clamp(offset, 0, text.length());
        while (end > 0 && "]}".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        String before = text.substring(0, end);
        Matcher comma = LAST_COMMA.matcher(before);
        if (!comma.find()) {
            return null;
        }
        int number = (int) before.substring(0, comma.start() + 1).lines().count();
        String whole = text.lines().toList().get(number - 1);
        int lineEnd = Math.max(before.lastIndexOf('\n', comma.start()), before.lastIndexOf('\r', comma.start()));
        int inLine = comma.start() - lineEnd - 1;
        String mended = whole.substring(0, inLine) + whole.substring(inLine + 1);
        String problem = "not valid JSON: a comma before the closing bracket";
        return LintFinding.of(number, problem, whole.strip(), mended.strip(), text);
    }
}
