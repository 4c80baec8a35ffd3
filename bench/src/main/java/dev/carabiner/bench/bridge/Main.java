package dev.carabiner.bench.bridge;

import dev.carabiner.bench.Machine;
import dev.carabiner.engine.EngineSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed. */
final class Main {

    private Main() {}

    /** Arguments: the number of rounds, a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        double[][] taken = new double[7][rounds];
        try (BridgeBench bench = new BridgeBench(Path.of(args[1]));
                EngineSession warm = bench.warm();
                EngineSession cold = bench.cold();
                EngineSession one = bench.waiting(1);
                EngineSession five = bench.waiting(5);
                EngineSession http = bench.http()) {
            List<String> bare = bench.bareWords(cold);
            for (int i = 0; i < 20; i++) {
                bench.bareProcess(bare);
                BridgeBench.emit(cold);
            }
            for (int i = 0; i < 300; i++) { // until the code is compiled
                BridgeBench.emit(warm);
                BridgeBench.emit(http);
                bench.bareExchange();
            }
            for (int round = 0; round < rounds; round++) {
                taken[0][round] = many(() -> BridgeBench.emit(warm));
                taken[1][round] = middle(5, () -> bench.bareProcess(bare));
                taken[2][round] = middle(5, () -> BridgeBench.emit(cold));
                taken[3][round] = BridgeBench.emit(one);
                taken[4][round] = BridgeBench.emit(five);
                taken[5][round] = many(bench::bareExchange);
                taken[6][round] = many(() -> BridgeBench.emit(http));
            }
        }
        double[] medians = Arrays.stream(taken).mapToDouble(Main::median).toArray();
        double[] ratios = {
            medians[0] / medians[1], medians[2] / medians[1], medians[4] / medians[3], medians[6] / medians[5]
        };
        double[] bars = {0.02, 1.3, 1.4, 1.5};
        String report = report(rounds, medians, ratios, bars);
        System.out.print(report);
        Files.writeString(Path.of(args[2]), report);
        boolean met = true;
        for (int i = 0; i < bars.length; i++) {
            met &= ratios[i] <= bars[i];
        }
        System.exit(met ? 0 : 1);
    }

    private interface Measured {
        double once() throws Exception;
    }

    /** The median of a hundred short ones. */
    private static double many(Measured measured) throws Exception {
        return middle(100, measured);
    }

    private static double middle(int times, Measured measured) throws Exception {
        double[] all = new double[times];
        for (int i = 0; i < all.length; i++) {
            all[i] = measured.once();
        }
        return median(all);
    }

    private static String report(int rounds, double[] ms, double[] ratios, double[] bars) {
        return String.format(
                Locale.ROOT,
                """
                # What hooks outside the JVM cost

                %s, by `bench/run bridge`. The medians of %d interleaved rounds in one JVM, in milliseconds. Every program is confined, as a session
                does it; what the cold command stands beside is the same program in plain `bwrap` with the very same mounts.

                - Machine: %s

                | hook | ms | beside | ms | ratio | bar |
                |---|--:|---|--:|--:|--:|
                | Python worker, warm | %.3f | starting it | %.1f | %.4f | %.2f |
                | Python command, cold | %.1f | the same confined process, bare | %.1f | %.2f | %.1f |
                | five commands that wait 200 ms | %.0f | one of them | %.0f | %.2f | %.1f |
                | service on loopback | %.3f | the bare exchange | %.3f | %.2f | %.1f |
                """,
                LocalDate.now(ZoneOffset.UTC),
                rounds,
                Machine.describe(),
                ms[0],
                ms[1],
                ratios[0],
                bars[0],
                ms[2],
                ms[1],
                ratios[1],
                bars[1],
                ms[4],
                ms[3],
                ratios[2],
                bars[2],
                ms[6],
                ms[5],
                ratios[3],
                bars[3]);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
