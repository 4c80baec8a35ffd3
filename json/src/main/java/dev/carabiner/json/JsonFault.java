package dev.carabiner.json;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * The first place where a text is not JSON.
 *
 * @param line counted from 1
 * @param offset how many characters come before it, or -1 if that is not known
 * @param problem what is wrong, in one line
 */
public record JsonFault(int line, int offset, String problem) {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** A remark of the parser about where it has the text from, which it does not tell. */
    private static final Pattern REMARK = Pattern.compile(" \\(start marker at \\[.*?]\\)");

    /** Looks for it; null if the text is one JSON value, or nothing but blanks. */
    public static @Nullable JsonFault in(String text) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            int depth = 0;
            int values = 0;
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                values += depth == 0 ? 1 : 0;
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (values > 1) {
                    return at(parser.currentTokenLocation(), "something follows the end of the value");
                }
            }
            return null;
        } catch (JacksonException e) {
            return at(e.getLocation(), inWords(e));
        }
    }

    /** What the parser says is wrong, in one line. */
    static String inWords(JacksonException failure) {
        String line = failure.getOriginalMessage().lines().findFirst().orElse("");
        return REMARK.matcher(line).replaceAll("");
    }

    private static JsonFault at(@Nullable TokenStreamLocation place, String problem) {
        return place == null
                ? new JsonFault(1, -1, problem)
                : new JsonFault(Math.max(1, place.getLineNr()), (int) place.getCharOffset(), problem);
    }
}
