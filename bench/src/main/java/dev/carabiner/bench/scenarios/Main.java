package dev.carabiner.bench.scenarios;

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

    private static final double BAR = 3;

    private Main() {}

    /** Arguments: the number of rounds, a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[0]);
        Matrix matrix = new Matrix(Path.of(args[1]));
        for (int i = 0; i < 3; i++) { // until the code is compiled
            matrix.bare();
            matrix.scenario();
        }
        double[] bare = new double[rounds];
        double[] scenario = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            bare[round] = matrix.bare() / 1e6;
            scenario[round] = matrix.scenario() / 1e6;
            System.err.printf(
                    Locale.ROOT,
                    "round %d/%d: bare %.0f ms, scenario %.0f ms%n",
                    round + 1,
                    rounds,
                    bare[round],
                    scenario[round]);
        }
        double ratio = median(scenario) / median(bare);
        String report = report(rounds, median(bare), median(scenario), ratio);
        System.out.print(report);
        Files.writeString(Path.of(args[2]), report);
        System.exit(ratio <= BAR ? 0 : 1);
    }

    private static String report(int rounds, double bare, double scenario, double ratio) {
        return String.format(
                Locale.ROOT,
                """
                # What a scenario costs

                %s, by `bench/run test`. A matrix of %d commands before the shell guard, beside the same judgements by hooks that are
                mounted already; the medians of %d interleaved rounds in one JVM. The scenario's time is all of it: reading the file,
                mounting, judging, the report.

                - Machine: %s

                | %d commands | ms |
                |---|--:|
                | judged | %.0f |
                | as lines of a scenario | %.0f |

                The scenario takes %.2f times the bare judgements, at most %.0f: %s
                """,
                LocalDate.now(ZoneOffset.UTC),
                Matrix.LINES,
                rounds,
                Machine.describe(),
                Matrix.LINES,
                bare,
                scenario,
                ratio,
                BAR,
                ratio <= BAR ? "PASS" : "FAIL");
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
