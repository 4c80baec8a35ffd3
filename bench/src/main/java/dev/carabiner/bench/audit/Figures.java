package dev.carabiner.bench.audit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** What was measured, round by round. The figure is the median of the rounds. */
final class Figures {
    private final Map<Figure, List<Double>> rounds = new EnumMap<>(Figure.class);

    void add(Figure figure, double value) {
        rounds.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    List<Double> rounds(Figure figure) {
        return rounds.getOrDefault(figure, List.of());
    }

    double of(Figure figure) {
        return median(rounds(figure));
    }

    /**
     * The median of the ratios of each round, not the ratio of the medians: what the machine was like in one round is then
     * in both sides of it.
     */
    double ratio(Figure figure, Figure to) {
        List<Double> above = rounds(figure);
        List<Double> below = rounds(to);
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < Math.min(above.size(), below.size()); i++) {
            ratios.add(above.get(i) / below.get(i));
        }
        return median(ratios);
    }

    /** What a round's stretches come to, where a stretch can be slowed by others and never sped up. */
    static <T> double best(List<T> stretches, ToDoubleFunction<T> time) {
        return stretches.stream().mapToDouble(time).min().orElse(Double.NaN);
    }

    static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
