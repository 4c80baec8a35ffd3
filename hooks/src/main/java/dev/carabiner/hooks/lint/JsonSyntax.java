package dev.carabiner.hooks.lint;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Whether a text is JSON, and the first place where it is not. */
final class JsonSyntax {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Pattern LAST_COMMA = Pattern.compile(",\\s*$");

    private JsonSyntax() {}

    static List<LintFinding> check(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            int depth = 0;
            int values = 0;
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                values += depth == 0 ? 1 : 0;
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (values > 1) {
                    int line = parser.currentTokenLocation().getLineNr();
                    return List.of(LintFinding.of(line, "not valid JSON: something follows the end of the value"));
                }
            }
            return List.of();
        } catch (JacksonException e) {
            return List.of(finding(text, e));
        }
    }

    private static LintFinding finding(String text, JacksonException problem) {
        TokenStreamLocation at = problem.getLocation();
        int line = at == null ? 1 : Math.max(1, at.getLineNr());
        LintFinding comma = at == null ? null : trailingComma(text, (int) at.getCharOffset());
        String message = "not valid JSON: "
                + problem.getOriginalMessage().lines().findFirst().orElse("");
        return comma == null ? LintFinding.of(line, message) : comma;
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
