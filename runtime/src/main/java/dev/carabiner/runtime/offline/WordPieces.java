package dev.carabiner.runtime.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text in pieces of a word each. */
final class WordPieces {

    private static final int LONGEST = 60;
    private static final Pattern WORD =
            Pattern.compile("\\S{1," + LONGEST + "}\\s{0," + LONGEST + "}|\\s{1," + LONGEST + "}");

    private WordPieces() {}

    /** All of them together are the text again; no piece begins in the middle of a character. */
    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(text);
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }
}
