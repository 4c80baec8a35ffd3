package dev.carabiner.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** The figures and the bars as Markdown that is also readable in a terminal. */
final class Report {
    private static final List<Contestant> ALL = Stream.concat(
                    Case.EVERY_COUNT.stream(),
                    Stream.of(
                            Contestant.MODIFY_CHAIN,
                            Contestant.GUARDS,
                            Contestant.FOR_TOOLS,
                            Contestant.COORDINATOR,
                            Contestant.CALL,
                            Contestant.BY_HAND))
            .toList();

    private final Scores scores;
    private final List<Bar> bars;

    Report(Scores scores, List<Bar> bars) {
        this.scores = scores;
        this.bars = bars;
    }

    String text(String conditions) {
        return """
                # What an emit costs

                %s

                Processor time of one emit in ns, by number of no-op handlers:

                %s
                Allocated by one emit in bytes:

                %s
                Throughput with 3 handlers in million emits per second, and its ratio: by the clock, the median of
                several pairs a round, and by processor time, which leaves out what else was running:

                %s
                Concurrent handlers of %d ms each, by the clock: one %s ms, five beside each other %s ms.

                Bars, as ratios within this run:

                %s
                %s
                """.formatted(
                        conditions,
                        times(),
                        allocations(),
                        throughput(),
                        Case.SLOW_MILLIS,
                        number(scores.elapsed(Contestant.LEVEL, 1) / 1e6),
                        number(scores.elapsed(Contestant.LEVEL, Case.LEVEL_SIZE) / 1e6),
                        judged(),
                        verdict());
    }

    private String times() {
        return byHandlers((contestant, handlers) -> number(scores.nanos(contestant, handlers)));
    }

    private String allocations() {
        return byHandlers((contestant, handlers) -> number(scores.bytes(contestant, handlers)));
    }

    private String byHandlers(Cell cell) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("handlers", String::valueOf));
        for (Contestant contestant : ALL) {
            rows.add(row(contestant.title(), handlers -> cell.of(contestant, handlers)));
        }
        return Table.of(rows);
    }

    private static List<String> row(String title, IntFunction<String> cell) {
        return Stream.concat(Stream.of(title), Case.HANDLER_COUNTS.stream().map(cell::apply))
                .toList();
    }

    private String throughput() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("threads", "1", "2", "by the clock", "by processor time"));
        for (Contestant contestant : List.of(Contestant.BARE_LOOP, Contestant.CARABINER)) {
            rows.add(List.of(
                    contestant.title(),
                    number(scores.throughput(contestant, 3, 1)),
                    number(scores.throughput(contestant, 3, 2)),
                    ratio(scores.scalingByClock(contestant, 3)),
                    ratio(scores.scaling(contestant, 3))));
        }
        return Table.of(rows);
    }

    private String judged() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("bar", "limit", "measured", ""));
        for (Bar bar : bars) {
            rows.add(List.of(bar.what(), bar.limitText(), bar.measuredText(), bar.kept() ? "PASS" : "FAIL"));
        }
        return Table.of(rows);
    }

    private String verdict() {
        long kept = bars.stream().filter(Bar::kept).count();
        return "%d of %d bars kept.".formatted(kept, bars.size());
    }

    /** Not measured is a dash; below ten, one decimal. */
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return String.format(Locale.ROOT, value >= 9.95 ? "%.0f" : "%.1f", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.2fx", value);
    }

    private interface Cell {
        String of(Contestant contestant, int handlers);
    }
}
