package dev.carabiner.bench;

import static dev.carabiner.bench.Bar.Rule.AT_LEAST;
import static dev.carabiner.bench.Bar.Rule.AT_MOST;
import static dev.carabiner.bench.Bar.Rule.BELOW;
import static dev.carabiner.bench.Bar.Unit.BYTES;
import static dev.carabiner.bench.Bar.Unit.TIMES;
import static dev.carabiner.bench.Contestant.ADK;
import static dev.carabiner.bench.Contestant.BARE_LOOP;
import static dev.carabiner.bench.Contestant.BY_HAND;
import static dev.carabiner.bench.Contestant.CALL;
import static dev.carabiner.bench.Contestant.CARABINER;
import static dev.carabiner.bench.Contestant.COORDINATOR;
import static dev.carabiner.bench.Contestant.FOR_TOOLS;
import static dev.carabiner.bench.Contestant.GUARDS;
import static dev.carabiner.bench.Contestant.GUAVA;
import static dev.carabiner.bench.Contestant.LEVEL;
import static dev.carabiner.bench.Contestant.MODIFY_CHAIN;
import static dev.carabiner.bench.Contestant.SPRING;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** What Carabiner promises about its speed, as ratios within one run: a time alone says more about the machine. */
final class Bars {
    private final Scores scores;

    Bars(Scores scores) {
        this.scores = scores;
    }

    List<Bar> judge() {
        List<Bar> bars = new ArrayList<>();
        for (int n : List.of(1, 3, 10, 100)) {
            bars.add(bar("emit / fastest peer", n, emit(n) / fastestPeer(n), AT_MOST, 0.75));
        }
        for (int n : List.of(3, 10, 100)) {
            bars.add(bar("emit / bare look-up and loop", n, emit(n) / bare(n), AT_MOST, 4));
        }
        bars.add(bar("emit / bare look-up", 0, emit(0) / bare(0), BELOW, 20));
        // Half a byte is nothing but the measurement's own: the smallest object takes sixteen.
        bars.add(new Bar("allocated, 0 handlers", scores.bytes(CARABINER, 0), BELOW, 0.5, BYTES));
        bars.add(new Bar("allocated, 3 handlers", scores.bytes(CARABINER, 3), AT_MOST, 200, BYTES));
        bars.add(bar("modify chain / emit", 10, scores.nanos(MODIFY_CHAIN, 10) / emit(10), AT_MOST, 10));
        for (int n : List.of(3, 10)) {
            bars.add(bar("through a coordinator / emit", n, scores.nanos(COORDINATOR, n) / emit(n), AT_MOST, 10));
        }
        for (int n : List.of(3, 10)) {
            bars.add(bar("guards / emit", n, scores.nanos(GUARDS, n) / emit(n), AT_MOST, 1.3));
            bars.add(bar("for some tools / emit", n, scores.nanos(FOR_TOOLS, n) / emit(n), AT_MOST, 1.3));
        }
        double call = scores.nanos(CALL, 3) / scores.nanos(BY_HAND, 3);
        bars.add(bar("guarded call / its steps by hand", 3, call, AT_MOST, 1.2));
        double level = scores.elapsed(LEVEL, Case.LEVEL_SIZE) / scores.elapsed(LEVEL, 1);
        bars.add(bar("concurrent, 20 ms each / one of them", Case.LEVEL_SIZE, level, AT_MOST, 1.3));
        bars.add(bar("2 threads / 1 in throughput", 3, scores.scalingByClock(CARABINER, 3), AT_LEAST, 1.8));
        return bars;
    }

    private static Bar bar(String what, int handlers, double measured, Bar.Rule rule, double limit) {
        String plural = handlers == 1 ? "" : "s";
        return new Bar("%s, %d handler%s".formatted(what, handlers, plural), measured, rule, limit, TIMES);
    }

    private double emit(int handlers) {
        return scores.nanos(CARABINER, handlers);
    }

    private double bare(int handlers) {
        return scores.nanos(BARE_LOOP, handlers);
    }

    private double fastestPeer(int handlers) {
        return DoubleStream.of(
                        scores.nanos(GUAVA, handlers), scores.nanos(SPRING, handlers), scores.nanos(ADK, handlers))
                .min()
                .orElse(Double.NaN);
    }
}
