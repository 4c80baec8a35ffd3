package dev.carabiner.json;

import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/** What is wrong with a text that is not JSON, in one line. */
final class JsonTrouble {

    /** A remark of the parser about where it has the text from, which it does not tell. */
    private static final Pattern REMARK = Pattern.compile(" \\(start marker at \\[.*?]\\)");

    private JsonTrouble() {}

    static String inWords(JacksonException failure) {
        String line = failure.getOriginalMessage().lines().findFirst().orElse("");
        return REMARK.matcher(line).replaceAll("");
    }
}
