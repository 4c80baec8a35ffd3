package dev.carabiner.guard.line;

import java.text.Normalizer;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The ways in which a text that cannot be read as a line might still come to be one: without quotes, escapes and
 * expansions. For suspicion only.
 */
public final class TextReadings {

    private TextReadings() {}

    /** The line without quotes and escapes, in each way that it might be meant; the separators are left in it. */
    public static Set<String> of(String text) {
        String clean = clean(text);
        Set<String> readings = new LinkedHashSet<>();
        readings.add(withoutQuotes(clean));
        readings.add(clean.replace('"', ' ').replace('\'', ' ').replace("\\", ""));
        if (clean.indexOf('\\') >= 0) {
            readings.add(withoutQuotes(decoded(clean)));
        }
        if (clean.indexOf('$') >= 0 || clean.indexOf('`') >= 0) {
            readings.add(withoutQuotes(withoutExpansions(clean, "")));
            readings.add(withoutQuotes(withoutExpansions(clean, " ")));
            readings.add(withoutQuotes(decoded(clean).replace("$", "")));
        }
        return readings;
    }

    /** The text without quotes and backslashes. */
    public static String withoutQuotes(String text) {
        return text.replace("\"", "").replace("'", "").replace("\\", "");
    }

    /** Line continuations, invisible characters and the many forms of letters and blanks are nothing to hide behind. */
    private static String clean(String text) {
        String joined = text.replace("\\\r\n", "").replace("\\\n", "");
        String normal = Normalizer.normalize(joined, Normalizer.Form.NFKC);
        StringBuilder out = new StringBuilder(normal.length());
        normal.codePoints().forEach(c -> {
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                out.appendCodePoint(c == '\n' ? c : ' ');
            } else if (!Character.isISOControl(c) && Character.getType(c) != Character.FORMAT) {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    /** Parameters, substitutions and backticks replaced; what is inside them is seen by the other readings. */
    private static String withoutExpansions(String text, String by) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = expansionEnd(text, at);
            if (end > at) {
                out.append(by);
                at = end;
            } else {
                out.append(text.charAt(at++));
            }
        }
        return out.toString();
    }

    /** Where an expansion that begins here ends, or the same place if none does. */
    private static int expansionEnd(String text, int at) {
        char c = text.charAt(at);
        if (c == '`') {
            return after(text, '`', at + 1);
        }
        if (c != '$' || at + 1 == text.length()) {
            return at;
        }
        return switch (text.charAt(at + 1)) {
            case '{' -> after(text, '}', at + 2);
            case '(' -> after(text, ')', at + 2);
            case '\'', '"' -> at + 1;
            default -> nameEnd(text, at + 1);
        };
    }

    private static int after(String text, char closing, int from) {
        int end = text.indexOf(closing, from);
        return end < 0 ? text.length() : end + 1; // to the end: so that no text is searched twice
    }

    private static int nameEnd(String text, int start) {
        int end = start;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return end > start ? end : start + 1;
    }

    /** Escapes as {@code $'…'}, {@code echo -e} and {@code printf} know them. */
    private static String decoded(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\\' || at == text.length()) {
                out.append(c);
                continue;
            }
            char kind = text.charAt(at);
            int radix = kind >= '0' && kind <= '7' ? 8 : 16;
            int most = radix == 8 ? 4 : kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
            int start = radix == 8 ? at : at + 1;
            int end = start;
            while (end < text.length() && end - start < most && Character.digit(text.charAt(end), radix) >= 0) {
                end++;
            }
            if (end > start) {
                long code = Long.parseLong(text.substring(start, end), radix);
                out.append(code < ' ' || code > Character.MAX_VALUE ? ' ' : (char) code);
                at = end;
            } else if ("nrtvf".indexOf(kind) >= 0) {
                out.append(' ');
                at++;
            }
        }
        return out.toString();
    }
}
