package dev.carabiner.bench;

import dev.carabiner.bench.Scores.Score;
import java.time.Duration;
import java.util.Locale;

/** Tells on the error stream what was just measured, and how long the rest will take. */
final class Progress {
    private final int rounds;
    private final int total;
    private final boolean inPlace;
    private final long start = System.nanoTime();
    private int done;

    /** @param inPlace overwrites one line, for a terminal; otherwise each case has its own */
    Progress(int rounds, int cases, boolean inPlace) {
        this.rounds = rounds;
        this.total = rounds * cases;
        this.inPlace = inPlace;
    }

    void measured(int round, Case last, Score score) {
        done++;
        String line = String.format(
                Locale.ROOT,
                "[%3d/%d] round %d/%d, %s left: %s, handlers: %d%s: %.1f ns",
                done,
                total,
                round,
                rounds,
                left(),
                last.contestant().title(),
                last.handlers(),
                last.threads() == 1 ? "" : ", " + last.threads() + " threads",
                score.nanos());
        System.err.print(inPlace ? "\r\033[K" + line : line + "\n");
        if (inPlace && done == total) {
            System.err.println();
        }
    }

    private String left() {
        Duration left = Duration.ofNanos((System.nanoTime() - start) / done * (total - done));
        return "%d:%02d".formatted(left.toMinutes(), left.toSecondsPart());
    }
}
