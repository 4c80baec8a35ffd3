package dev.carabiner.bench.turn;

import dev.carabiner.bench.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;

/** Measures, prints and keeps the report; ends with 1 if the bar was missed. */
final class Main {

    private static final double BAR = 0.05;

    private Main() {}

    /** Arguments: the number of rounds, a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[0]);
        TurnBench bench = new TurnBench(Path.of(args[1]));
        for (int i = 0; i < 20; i++) { // until the code is compiled
            bench.turn(i % 2 == 0, "0ms");
        }
        double[] bare = new double[rounds];
        double[] hooked = new double[rounds];
        double[] slow = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            bare[round] = bench.turn(false, "0ms") / 1e6;
            hooked[round] = bench.turn(true, "0ms") / 1e6;
            slow[round] = bench.turn(false, "50ms") / 1e6;
            System.err.printf(
                    Locale.ROOT,
                    "round %d/%d: bare %.1f ms, hooked %.1f ms, at 50 ms a call %.0f ms%n",
                    round + 1,
                    rounds,
                    bare[round],
                    hooked[round],
                    slow[round]);
        }
        double share = (median(hooked) - median(bare)) / median(slow);
        String report = report(rounds, median(bare), median(hooked), median(slow), share);
        System.out.print(report);
        Files.writeString(Path.of(args[2]), report);
        System.exit(share <= BAR ? 0 : 1);
    }

    private static String report(int rounds, double bare, double hooked, double slow, double share) {
        return String.format(
                Locale.ROOT,
                """
                # What the hooks cost a turn

                %s, by `bench/run turn`. A turn of %d tool calls, each in an answer of its own, with the offline provider and a stored
                session; the medians of %d interleaved rounds in one JVM.

                - Machine: %s

                | turn | ms |
                |---|--:|
                | no hooks, no audit log | %.1f |
                | %d no-op hooks on every event, audit log | %.1f |
                | no hooks, no audit log, 50 ms for each call to the model | %.0f |

                | bar | limit | measured | |
                |---|--:|--:|--:|
                | what the hooks add / the turn at 50 ms a call | at most 5%% | %.2f%% | %s |
                """,
                LocalDate.now(ZoneOffset.UTC),
                TurnBench.TOOL_CALLS,
                rounds,
                Machine.describe(),
                bare,
                TurnBench.HOOKS,
                hooked,
                slow,
                share * 100,
                share <= BAR ? "PASS" : "FAIL");
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
