package dev.carabiner.bench;

import dev.carabiner.bench.Scores.Score;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs every case once per round, each in a JVM of its own, every second round backwards: what slows the machine for a
 * while then falls on all cases alike, and no case always follows the same one.
 */
final class Rounds {
    /**
     * The emit waits for the compiler, or a busy machine would measure half-compiled code; and the heap is there from
     * the beginning, or who allocates would pay for getting it from the system.
     */
    private static final String[] STEADY = {"-Xbatch", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch"};

    private final Pace pace;
    private final Progress progress;

    Rounds(Pace pace, Progress progress) {
        this.pace = pace;
        this.progress = progress;
    }

    Scores run(List<Case> cases) throws RunnerException {
        Scores scores = new Scores();
        for (int round = 1; round <= pace.rounds(); round++) {
            for (Case next : round % 2 == 1 ? cases : cases.reversed()) {
                Score score = measure(next);
                scores.add(next, score);
                progress.measured(round, next, score);
            }
        }
        return scores;
    }

    private Score measure(Case next) throws RunnerException {
        RunResult result = new Runner(new OptionsBuilder()
                        .include(EmitBenchmark.class.getName() + ".emit")
                        .param("contestant", next.contestant().name())
                        .param("handlers", String.valueOf(next.handlers()))
                        .threads(next.threads())
                        .forks(1)
                        .warmupIterations(pace.warmups())
                        .warmupTime(pace.warmup())
                        .measurementIterations(pace.measurements())
                        .measurementTime(pace.measurement())
                        .jvmArgsAppend(STEADY)
                        .addProfiler(GCProfiler.class)
                        .addProfiler(CpuTime.class)
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .runSingle();
        Collection<IterationResult> stretches = result.getAggregatedResult().getIterationResults();
        return new Score(
                best(stretches, stretch -> stretch.getSecondaryResults().get(CpuTime.NANOS)),
                best(stretches, IterationResult::getPrimaryResult),
                average(result, CpuTime.WAITS),
                average(result, "gc.alloc.rate.norm"));
    }

    /** A stretch can be slowed by what else runs on the machine, never sped up. */
    private static double best(Collection<IterationResult> stretches, Function<IterationResult, Result<?>> figure) {
        return stretches.stream()
                .mapToDouble(stretch -> figure.apply(stretch).getScore())
                .min()
                .orElse(Double.NaN);
    }

    private static double average(RunResult result, String figure) {
        return result.getSecondaryResults().get(figure).getScore();
    }
}
