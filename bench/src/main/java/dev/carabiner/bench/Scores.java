package dev.carabiner.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What each case scored in each round. The figure of a case is the median of its rounds. */
final class Scores {
    private final Map<Case, List<Score>> byCase = new HashMap<>();

    /**
     * One emit.
     *
     * @param nanos of the processor's time
     * @param elapsed by the clock, in ns
     * @param waits how often the thread was blocked or parked
     * @param bytes allocated
     */
    record Score(double nanos, double elapsed, double waits, double bytes) {}

    void add(Case measured, Score score) {
        byCase.computeIfAbsent(measured, c -> new ArrayList<>()).add(score);
    }

    List<Score> rounds(Case measured) {
        return byCase.getOrDefault(measured, List.of());
    }

    double nanos(Contestant contestant, int handlers) {
        return median(new Case(contestant, handlers, 1), Score::nanos);
    }

    /** By the clock, in ns: for contestants that wait. */
    double elapsed(Contestant contestant, int handlers) {
        return median(new Case(contestant, handlers, 1), Score::elapsed);
    }

    double bytes(Contestant contestant, int handlers) {
        return median(new Case(contestant, handlers, 1), Score::bytes);
    }

    /** Million emits per second of all threads, by the clock. */
    double throughput(Contestant contestant, int handlers, int threads) {
        return 1000 * threads / median(new Case(contestant, handlers, threads), Score::elapsed);
    }

    /**
     * How many times the emits of one thread two threads do, by the clock: the median of the ratios of each
     * measurement with one thread and the one with two beside it. What else runs on the machine takes of the second core
     * first, and differs from moment to moment.
     */
    double scalingByClock(Contestant contestant, int handlers) {
        List<Score> oneThread = rounds(new Case(contestant, handlers, 1));
        List<Score> twoThreads = rounds(new Case(contestant, handlers, 2));
        return median(IntStream.range(0, Math.min(oneThread.size(), twoThreads.size()))
                .mapToDouble(pair ->
                        2 * oneThread.get(pair).elapsed() / twoThreads.get(pair).elapsed())
                .toArray());
    }

    /**
     * The same by processor time, because a busy machine has no two cores to give; unless the threads wait for each
     * other, which takes no processor time and shows by the clock alone. What one thread waits is JMH's own.
     */
    double scaling(Contestant contestant, int handlers) {
        Case oneThread = new Case(contestant, handlers, 1);
        Case twoThreads = new Case(contestant, handlers, 2);
        boolean waiting = median(twoThreads, Score::waits) > 10 * median(oneThread, Score::waits);
        return waiting
                ? scalingByClock(contestant, handlers)
                : 2 * median(oneThread, Score::nanos) / median(twoThreads, Score::nanos);
    }

    private double median(Case measured, ToDoubleFunction<Score> figure) {
        return median(rounds(measured).stream().mapToDouble(figure).toArray());
    }

    static double median(double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
