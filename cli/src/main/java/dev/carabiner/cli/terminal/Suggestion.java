package dev.carabiner.cli.terminal;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** What somebody who mistyped a word may have meant. */
public final class Suggestion {

    private Suggestion() {}

    /** "; did you mean 'sessions'?" or nothing, if no word is near. */
    public static String of(String typed, Collection<String> known) {
        String word = typed.toLowerCase(Locale.ROOT);
        int near = Math.max(1, word.length() / 3);
        return known.stream()
                .filter(it -> distance(word, it) <= near || (word.length() > 1 && it.startsWith(word)))
                .min(Comparator.comparingInt(it -> distance(word, it)))
                .map(it -> "; did you mean '" + it + "'?")
                .orElse("");
    }

    /** How many letters must be put in, left out, replaced or swapped with their neighbour. */
    static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int cheapest(int[][] cost, String a, String b, int i, int j) {
        int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }
}
