package dev.carabiner.bench.audit;

import dev.carabiner.bench.Bar;
import dev.carabiner.bench.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures and the bars as Markdown that is also readable in a terminal. */
final class Report {
    private final Figures figures;
    private final List<Bar> bars;

    Report(Figures figures, List<Bar> bars) {
        this.figures = figures;
        this.bars = bars;
    }

    String text(String conditions) {
        return """
                # What the audit log costs

                %s

                A buffered record, of which %d bytes are hashed, in ns: by the clock, one producer at full speed until the
                system has all; and of the processor's time, all threads together (for the audit log that includes
                its tree, its signatures and its forces, which the others do not have):

                %s
                Durable appends: how many in a second, and how long one takes (p50, in microseconds):

                %s
                A log of %.0f MB, in a JVM with 64 MB of heap%s, in ms: by the clock, and of the processor's time, all
                threads together:

                %s
                Bars, as ratios within this run:

                %s
                %d of %d bars kept.
                """.formatted(
                        conditions,
                        Samples.HASHED,
                        buffered(),
                        durable(),
                        figures.of(Figure.LOG_BYTES) / 1e6,
                        OneCore.available() ? " and one core" : "",
                        verification(),
                        judged(),
                        bars.stream().filter(Bar::kept).count(),
                        bars.size());
    }

    private String buffered() {
        return Table.of(List.of(
                List.of("one record", "clock", "to bare", "processor", "to bare"),
                record("bare chain", Figure.BARE_CLOCK, Figure.BARE_CPU),
                record("Chronicle Queue + hash", Figure.CHRONICLE_CLOCK, Figure.CHRONICLE_CPU),
                record("audit log", Figure.CARABINER_CLOCK, Figure.CARABINER_CPU),
                List.of(
                        "audit log, until append returns",
                        number(Figure.CARABINER_CALL, 1),
                        ratio(Figure.CARABINER_CALL, Figure.BARE_CLOCK),
                        "-",
                        "-")));
    }

    private List<String> record(String title, Figure clock, Figure processor) {
        return List.of(
                title,
                number(clock, 1),
                ratio(clock, Figure.BARE_CLOCK),
                number(processor, 1),
                ratio(processor, Figure.BARE_CPU));
    }

    private String ratio(Figure figure, Figure to) {
        return String.format(Locale.ROOT, "%.2fx", figures.ratio(figure, to));
    }

    private String durable() {
        return Table.of(List.of(
                List.of("producers", "rate", "p50"),
                List.of("bare file, one force each", number(Figure.FORCE_RATE, 1), number(Figure.FORCE, 1e3)),
                List.of("audit log, 1", number(Figure.DURABLE_1_RATE, 1), number(Figure.DURABLE_1, 1e3)),
                List.of("audit log, 8", "-", number(Figure.DURABLE_8, 1e3)),
                List.of("audit log, 64", number(Figure.DURABLE_64_RATE, 1), "-"),
                List.of("audit log, 1000", number(Figure.DURABLE_1000_RATE, 1), "-")));
    }

    private String verification() {
        return Table.of(List.of(
                List.of("whole log", "clock", "processor"),
                List.of("one SHA-256 pass", number(Figure.HASH_PASS_CLOCK, 1e6), number(Figure.HASH_PASS_CPU, 1e6)),
                List.of("verification", number(Figure.VERIFICATION_CLOCK, 1e6), number(Figure.VERIFICATION_CPU, 1e6))));
    }

    private String judged() {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("bar", "limit", "measured", ""));
        for (Bar bar : bars) {
            rows.add(List.of(bar.what(), bar.limitText(), bar.measuredText(), bar.kept() ? "PASS" : "FAIL"));
        }
        return Table.of(rows);
    }

    private String number(Figure figure, double unit) {
        return String.format(Locale.ROOT, "%.0f", figures.of(figure) / unit);
    }
}
