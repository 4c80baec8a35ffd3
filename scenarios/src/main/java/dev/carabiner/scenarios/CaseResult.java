package dev.carabiner.scenarios;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What came of one case, or of one line of a matrix.
 *
 * @param path its name, and for a line those of its case and group before it
 * @param mismatches what was expected otherwise; empty unless it failed
 * @param because why the policy said so; empty if it passed
 * @param toMend what can be done about it; empty if it passed
 */
public record CaseResult(
        List<String> path,
        Mark at,
        Status status,
        Duration elapsed,
        List<Mismatch> mismatches,
        String because,
        String toMend) {

    /** How it ended. Open is a known gap that is still there. */
    public enum Status {
        PASSED,
        FAILED,
        OPEN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CaseResult {
        path = List.copyOf(path);
        mismatches = List.copyOf(mismatches);
    }

    /** As people read it: the case, its group and its command. */
    public String name() {
        return String.join(" › ", path);
    }
}
