package dev.carabiner.event;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant: one that differs by one or two letters. */
final class NearNames {

    private static final int FARTHEST = 2;

    private NearNames() {}

    /** The nearest of the names, the first of equally near ones; null if the name is one of them or near none. */
    static @Nullable String nearest(String name, Collection<String> known) {
        if (known.contains(name)) {
            return null;
        }
        String nearest = null;
        int least = FARTHEST + 1;
        for (String candidate : known) {
            int distance = distance(name, candidate);
            if (distance < least) {
                nearest = candidate;
                least = distance;
            }
        }
        return nearest;
    }

    /** How many letters must be added, removed or replaced. */
    private static int distance(String one, String other) {
        if (Math.abs(one.length() - other.length()) > FARTHEST) {
            return FARTHEST + 1;
        }
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
