package dev.carabiner.engine.bundle;

import dev.carabiner.display.VisibleText;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the known word that a mistyped one was probably meant to be. */
public final class NearMiss {

    private static final int LONGEST = 60;
    private static final int SHOWN = 200;

    private NearMiss() {}

    /** Ready to be put behind a message: {@code ; did you mean "shell-guard"?}, or nothing. */
    public static String hint(String word, Collection<String> known) {
        String nearest = nearest(word, known);
        return nearest == null ? "" : "; did you mean \"" + nearest + "\"?";
    }

    /** The word as it may be quoted in a message. */
    public static String quoted(String word) {
        String visible = VisibleText.inOneLine(word);
        return "\"" + (visible.length() > SHOWN ? visible.substring(0, SHOWN) + "…" : visible) + "\"";
    }

    /** The known word that is spelled most alike; null if none is near. */
    public static @Nullable String nearest(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return null;
        }
        String plain = plain(word);
        String nearest = null;
        int fewest = 1 + Math.max(1, plain.length() / 3);
        for (String candidate : known) {
            int steps = steps(plain, plain(candidate));
            if (steps < fewest) {
                fewest = steps;
                nearest = candidate;
            }
        }
        return nearest;
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How many letters to add, drop, change or swap with their neighbour. */
    private static int steps(String one, String other) {
        int[][] table = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                table[i][j] = i == 0 || j == 0 ? i + j : step(table, one, other, i, j);
            }
        }
        return table[one.length()][other.length()];
    }

    private static int step(int[][] table, String one, String other, int i, int j) {
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(table[i - 1][j - 1] + change, 1 + Math.min(table[i - 1][j], table[i][j - 1]));
        boolean swapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, table[i - 2][j - 2] + 1) : least;
    }
}
