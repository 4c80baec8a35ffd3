package dev.carabiner.event;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the name that a mistyped one was probably meant to be. */
public final class NearNames {

    private NearNames() {}

    /**
     * The known name that is reached with the fewest letters added, dropped, changed or swapped with their neighbour; the
     * first of equally near ones. Null if none is reached with so many.
     */
    public static @Nullable String nearest(String name, Collection<String> known, int most) {
        String nearest = null;
        int fewest = most + 1;
        for (String candidate : known) {
            if (Math.abs(name.length() - candidate.length()) < fewest) {
                int steps = steps(name, candidate);
                if (steps < fewest) {
                    fewest = steps;
                    nearest = candidate;
                }
            }
        }
        return nearest;
    }

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
