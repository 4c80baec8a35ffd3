package dev.carabiner.guard.line;

import dev.carabiner.guard.path.Glob;
import org.jspecify.annotations.Nullable;

/** What {@code ${x#pattern}} and {@code ${x%pattern}} leave of a text. */
final class Trimming {

    private Trimming() {}

    /** A text with {@link Holes} if it cannot be said exactly. */
    static String of(String text, String operator, @Nullable String pattern) {
        boolean wild = pattern == null || Glob.isWild(pattern) || pattern.indexOf('\\') >= 0;
        boolean atStart = operator.startsWith("#");
        if (pattern != null && !Holes.areIn(text) && pattern.indexOf('\\') < 0) {
            return exact(text, pattern, atStart, operator.length() == 2);
        }
        if (pattern != null && !wild && !atStart && text.endsWith(pattern)) {
            return text.substring(0, text.length() - pattern.length());
        }
        if (pattern != null && !wild && atStart && text.startsWith(pattern)) {
            return text.substring(pattern.length());
        }
        boolean oneName = text.indexOf('/') < 0
                && text.chars().noneMatch(c -> Holes.isHole(c) && c != Holes.NAME && c != Holes.SAFE);
        return String.valueOf(oneName || "##*/".equals(operator + pattern) ? Holes.NAME : Holes.ANY);
    }

    private static String exact(String text, String pattern, boolean atStart, boolean longest) {
        for (int i = 0; i <= text.length(); i++) {
            int length = longest ? text.length() - i : i;
            String part = atStart ? text.substring(0, length) : text.substring(text.length() - length);
            if (Glob.matches(pattern, part)) {
                return atStart ? text.substring(length) : text.substring(0, text.length() - length);
            }
        }
        return text;
    }
}
