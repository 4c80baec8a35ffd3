package dev.carabiner.bench.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.bench.Machine;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.SessionException;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures, prints and keeps the report; ends with 1 if the bar was missed, and with 2 if nothing can be confined here. */
final class Main {

    private static final double BAR = 1.3;

    /** Of each kind in a round, after each other: so what else the machine does meets all of them. */
    private static final int IN_A_ROUND = 20;

    private static final int WARM_UP = 60;

    private Main() {}

    private interface Work {
        void run() throws Exception;
    }

    /** Arguments: the number of rounds, a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        Path workspace = Files.createDirectories(Path.of(args[1]).resolve("workspace"));
        Path bundle = Files.writeString(
                Path.of(args[1]).resolve("bundle.yaml"),
                "bundle: {name: bench, version: 1.0.0}\nsession: {sandbox: required}\n");
        try (Engine engine = Engine.load(bundle);
                EngineSession session =
                        engine.session("s-1", workspace).confinesTools().begin()) {
            CommandRunner runner =
                    CommandRunner.among(session.coordinator().collectContributions(CommandRunner.CHANNEL), true);
            List<String> plain = SameMounts.of(runner, workspace);
            Work[] kinds = {
                () -> start(List.of("/bin/true"), workspace),
                () -> start(plain, workspace),
                () -> confined(runner, workspace)
            };
            double[] medians = measured(kinds, rounds);
            double ratio = medians[2] / medians[1];
            String report = report(rounds, medians, ratio, plain.size());
            System.out.print(report);
            Files.writeString(Path.of(args[2]), report);
            System.exit(ratio <= BAR ? 0 : 1);
        } catch (SessionException e) {
            System.err.println("Nothing can be confined here: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void confined(CommandRunner runner, Path workspace) throws IOException, InterruptedException {
        Finished finished = runner.run(Command.of(List.of("/bin/true"), workspace));
        if (!finished.succeeded()) {
            throw new IOException("The confined command failed: " + finished);
        }
    }

    private static void start(List<String> words, Path workspace) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(words).directory(workspace.toFile()).start();
        int code = process.waitFor();
        if (code != 0) {
            throw new IOException(words.getFirst() + " failed: "
                    + new String(process.getErrorStream().readAllBytes(), UTF_8));
        }
    }

    /** The median of each kind, in milliseconds. */
    private static double[] measured(Work[] kinds, int rounds) throws Exception {
        double[][] taken = new double[kinds.length][rounds * IN_A_ROUND];
        for (int i = 0; i < WARM_UP; i++) {
            for (Work kind : kinds) {
                kind.run();
            }
        }
        for (int i = 0; i < rounds * IN_A_ROUND; i++) {
            for (int kind = 0; kind < kinds.length; kind++) {
                long start = System.nanoTime();
                kinds[kind].run();
                taken[kind][i] = (System.nanoTime() - start) / 1e6;
            }
        }
        return Arrays.stream(taken).mapToDouble(Main::median).toArray();
    }

    private static String report(int rounds, double[] ms, double ratio, int words) {
        return String.format(
                Locale.ROOT,
                """
                # What confining a command costs

                %s, by `bench/run sandbox`. The medians of %d runs of `true`, each kind after the other, started from one JVM. Confined is what a session does:
                looking at what is protected, `bwrap`, limits, waiting for the end of all that was started, looking again. Plain is `bwrap` with the very
                same words, %d of them, and `true`.

                - Machine: %s

                | `true` | ms |
                |---|--:|
                | as it is | %.2f |
                | in plain `bwrap` | %.2f |
                | confined by a session | %.2f |

                | bar | limit | measured | |
                |---|--:|--:|--:|
                | confined / plain `bwrap` | at most %.1fx | %.2fx | %s |
                """,
                LocalDate.now(ZoneOffset.UTC),
                rounds * IN_A_ROUND,
                words,
                Machine.describe(),
                ms[0],
                ms[1],
                ms[2],
                BAR,
                ratio,
                ratio <= BAR ? "PASS" : "FAIL");
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
