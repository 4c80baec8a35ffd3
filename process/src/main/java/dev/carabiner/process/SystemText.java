package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.HexFormat;

/**
 * How the system gets a word. Where the locale is "C", as in many a container, the JVM has an encoding for words in which
 * most characters do not exist, and gives the system a question mark for each: to a shell that is a pattern, which may
 * well mean other files than the word that was permitted.
 */
final class SystemText {

    /** The encoding's name. */
    static final String NAME = System.getProperty("sun.jnu.encoding", UTF_8.name());

    private static final Charset CHARSET = Charset.isSupported(NAME) ? Charset.forName(NAME) : UTF_8;

    private SystemText() {}

    /** Every encoding of a system has the letters of ASCII, which most words are made of. */
    static boolean canSpell(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (word.charAt(i) >= 0x80) {
                return CHARSET.newEncoder().canEncode(word);
            }
        }
        return true;
    }

    /** Whether it can be told in another way: half a pair of surrogates cannot, and a word ends at a zero. */
    static boolean isText(String word) {
        return UTF_8.newEncoder().canEncode(word) && word.indexOf('\0') < 0;
    }

    static String hex(String word) {
        return HexFormat.of().formatHex(word.getBytes(UTF_8));
    }
}
