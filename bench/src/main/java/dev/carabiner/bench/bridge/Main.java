package dev.carabiner.bench.bridge;

import dev.carabiner.bench.Machine;
import dev.carabiner.engine.EngineSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed. */
final class Main {

    private Main() {}

    /**
     * One line of the report.
     *
     * @param bar how much of the peer it may take at most; 0 for no bar
     */
    private record Row(String hook, Timed own, String beside, Timed peer, double bar) {

        double ratio() {
            return own.median() / peer.median();
        }

        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %s | %.4f | %s |%n",
                    hook,
                    shown(own.median()),
                    beside,
                    shown(peer.median()),
                    ratio(),
                    bar == 0 ? "–" : String.valueOf(bar));
        }

        private static String shown(double ms) {
            return String.format(Locale.ROOT, ms < 0.1 ? "%.5f" : ms < 10 ? "%.3f" : "%.1f", ms);
        }
    }

    /** What is measured once in each round, as the median of some times. */
    private static final class Timed {

        private final int times;
        private final Measured measured;
        private final List<Double> taken = new ArrayList<>();

        Timed(int times, Measured measured) {
            this.times = times;
            this.measured = measured;
        }

        void round() throws Exception {
            taken.add(middle(times, measured));
        }

        double median() {
            return Main.median(taken.stream().mapToDouble(it -> it).toArray());
        }
    }

    /** Arguments: the number of rounds, a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        List<Row> rows;
        try (BridgeBench bench = new BridgeBench(Path.of(args[1]))) {
            rows = Stream.concat(withBars(bench).stream(), others(bench).stream())
                    .toList();
            measure(rows, rounds);
        }
        String report = report(rounds, rows);
        System.out.print(report);
        Files.writeString(Path.of(args[2]), report);
        System.exit(rows.stream().allMatch(row -> row.bar() == 0 || row.ratio() <= row.bar()) ? 0 : 1);
    }

    private static List<Row> withBars(BridgeBench bench) throws Exception {
        EngineSession cold = bench.cold();
        EngineSession one = bench.waiting(1);
        List<String> words = bench.bareWords(cold, "python3", "cold.py");
        Timed bare = new Timed(5, () -> bench.bareProcess(words));
        return List.of(
                new Row("Python worker, warm", emits(100, bench.warm()), "starting it", bare, 0.02),
                new Row("Python command, cold", emits(5, cold), "the same confined process, bare", bare, 1.3),
                new Row(
                        "five commands that wait 200 ms",
                        emits(1, bench.waiting(5)),
                        "one of them",
                        emits(1, one),
                        1.4),
                new Row(
                        "service on loopback",
                        emits(100, bench.http()),
                        "the bare exchange",
                        new Timed(100, bench::bareExchange),
                        1.5));
    }

    private static List<Row> others(BridgeBench bench) throws Exception {
        EngineSession shell = bench.shell();
        EngineSession compiled = bench.nothing();
        BridgeBench.ownHandler(compiled);
        List<String> sh = bench.bareWords(shell, "sh", "cold.sh");
        List<String> js = bench.bareWords(shell, "node", "cold.js");
        return List.of(
                new Row(
                        "Node worker, warm",
                        emits(100, bench.warmNode()),
                        "starting it",
                        new Timed(5, () -> bench.bareProcess(js)),
                        0),
                new Row(
                        "shell command, cold",
                        emits(10, shell),
                        "the same confined process, bare",
                        new Timed(10, () -> bench.bareProcess(sh)),
                        0),
                new Row(
                        "Java file",
                        emits(2000, bench.javaFile()),
                        "a handler on the class path",
                        emits(2000, compiled),
                        0),
                new Row(
                        "begin of a session with a Java file",
                        new Timed(5, bench::beginWithJavaFile),
                        "without one",
                        new Timed(5, bench::beginWithNothing),
                        0));
    }

    private static Timed emits(int times, EngineSession session) {
        return new Timed(times, () -> BridgeBench.emit(session));
    }

    /** First until the code is compiled, then the rounds, each of which measures everything once. */
    private static void measure(List<Row> rows, int rounds) throws Exception {
        Set<Timed> all = new LinkedHashSet<>();
        rows.forEach(row -> all.addAll(List.of(row.own(), row.peer())));
        for (int i = 0; i < 3; i++) {
            for (Timed timed : all) {
                timed.round();
            }
        }
        all.forEach(it -> it.taken.clear());
        for (int i = 0; i < rounds; i++) {
            for (Timed timed : all) {
                timed.round();
            }
        }
    }

    private interface Measured {
        double once() throws Exception;
    }

    private static double middle(int times, Measured measured) throws Exception {
        double[] all = new double[times];
        for (int i = 0; i < all.length; i++) {
            all[i] = measured.once();
        }
        return median(all);
    }

    private static String report(int rounds, List<Row> rows) {
        return String.format(Locale.ROOT, """
                # What hooks outside the JVM cost

                %s, by `bench/run bridge`. The medians of %d interleaved rounds in one JVM, in milliseconds. Every program is confined, as a session
                does it; what the cold command stands beside is the same program in plain `bwrap` with the very same mounts.

                - Machine: %s

                | hook | ms | beside | ms | ratio | bar |
                |---|--:|---|--:|--:|--:|
                """, LocalDate.now(ZoneOffset.UTC), rounds, Machine.describe())
                + rows.stream().map(Row::line).collect(Collectors.joining());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
