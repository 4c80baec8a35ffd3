package dev.carabiner.bench.adapters;

import dev.carabiner.bench.Bar;
import dev.carabiner.bench.Machine;
import dev.carabiner.bench.adapters.Framework.Costs;
import dev.carabiner.bench.adapters.Framework.Wave;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed. */
final class Main {

    private static final int CONVERSATIONS = 1_000;
    private static final double FLAT = 1.1;

    private final StringBuilder costs = new StringBuilder();
    private final StringBuilder memory = new StringBuilder();
    private final List<Bar> bars = new ArrayList<>();

    private Main() {}

    /** Arguments: full or quick, the number of rounds, the adapters' directory, one to work in, the file for the report. */
    public static void main(String[] args) throws Exception {
        boolean isQuick = args[0].equals("quick");
        int rounds = Integer.parseInt(args[1]);
        String load = Machine.load();
        Main main = new Main();
        for (Framework framework : Framework.ALL) {
            Path adapters = Path.of(args[2]);
            Path directory = Path.of(args[3]);
            main.cost(framework, framework.costs(adapters, rounds, isQuick ? 300 : 1_000, directory));
            main.memory(framework, framework.waves(adapters, isQuick ? 3 : 5, directory));
        }
        String report = main.report(rounds, load);
        System.out.print(report);
        Files.writeString(Path.of(args[4]), report);
        System.exit(main.bars.stream().allMatch(Bar::kept) ? 0 : 1);
    }

    private void cost(Framework framework, Costs measured) {
        costs.append(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %.2fx | %.1f | %.2fx | %.1f |%n",
                framework.name(),
                measured.of("alone") / 1e3,
                measured.of("hooks") / 1e3,
                measured.ratio("hooks"),
                measured.of("everywhere") / 1e3,
                measured.ratio("everywhere"),
                measured.of("recorded") / 1e3));
        bars.add(new Bar(
                framework.name() + ": a prompt with one call of a no-op tool, three hooks / without Carabiner",
                measured.ratio("hooks"),
                Bar.Rule.AT_MOST,
                framework.bar(),
                Bar.Unit.TIMES));
    }

    /** The first wave loads classes; the second is what the others are held against. */
    private void memory(Framework framework, List<Wave> waves) {
        List<String> used = waves.stream()
                .map(it -> String.format(Locale.ROOT, "%.1f", it.bytes() / 1048576.0))
                .toList();
        int most = waves.stream().mapToInt(Wave::most).min().orElse(0);
        int left = waves.stream().mapToInt(Wave::left).max().orElse(0);
        memory.append("| " + framework.name() + " | " + most + " | " + left + " | " + String.join(", ", used) + " |\n");
        bars.add(new Bar(
                framework.name() + ": conversations at once, in the smallest wave / " + CONVERSATIONS,
                (double) most / CONVERSATIONS,
                Bar.Rule.AT_LEAST,
                1,
                Bar.Unit.TIMES));
        bars.add(new Bar(
                framework.name() + ": memory in use after the last wave / after the second",
                left > 0
                        ? Double.NaN
                        : (double) waves.getLast().bytes() / waves.get(1).bytes(),
                Bar.Rule.AT_MOST,
                FLAT,
                Bar.Unit.TIMES));
    }

    private String report(int rounds, String load) {
        StringBuilder held = new StringBuilder();
        for (Bar bar : bars) {
            held.append("| " + bar.what() + " | " + bar.limitText() + " | " + bar.measuredText() + " | "
                    + (bar.kept() ? "PASS" : "FAIL") + " |\n");
        }
        return """
            # What Carabiner costs in front of other agents

            %s, by `bench/run adapters`. A call is a whole prompt of the framework's agent: the prompt, an answer of the model that asks for
            a tool without arguments, the tool, which does nothing, and the model's last answer. The model is a script in the same program.
            Microseconds of processor time of the whole program, the medians of %d interleaved rounds.

            - Machine: %s
            - Load at the beginning: %s

            | framework | alone | three hooks on `tool:pre` | | three hooks on every event | | the first three and an audit log on disk |
            |---|--:|--:|--:|--:|--:|--:|
            %s
            The bars are for the first three hooks, without an audit log: its records are written to the disk before the call goes on, which
            costs what the disk costs.

            A thousand new conversations at once, all in the middle of a tool call, wave after wave; after each wave the sessions are left to be
            evicted, and the memory in use is read after a garbage collection.

            | framework | sessions at once | left | MB in use after each wave |
            |---|--:|--:|---|
            %s
            | bar | limit | measured | |
            |---|--:|--:|---|
            %s\
            """.formatted(LocalDate.now(ZoneOffset.UTC), rounds, Machine.describe(), load, costs, memory, held);
    }
}
