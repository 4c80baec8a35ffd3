package dev.carabiner.bench.audit;

import dev.carabiner.bench.Bar;
import dev.carabiner.bench.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.queue.ChronicleQueue;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed, with 2 if nothing could be measured. */
final class Main {
    private Main() {}

    /**
     * Arguments: {@code full} or {@code quick}, the number of rounds or 0 for the usual one, a directory to work in, the
     * file to write the report to, and the file for the figures of each round.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            System.exit(measure(args) ? 0 : 1);
        } catch (IllegalStateException e) {
            System.err.println("bench/run: " + e.getMessage());
            System.exit(2);
        }
    }

    private static boolean measure(String[] args) throws IOException, InterruptedException {
        Pace pace = Pace.named(args[0]).withRounds(Integer.parseInt(args[1]));
        Path directory = Path.of(args[2]);
        String loadBefore = Machine.load();
        Verification.prepare(pace, directory);
        Figures figures = rounds(pace, directory);
        List<Bar> bars = Bars.judge(figures);
        String report = new Report(figures, bars).text(conditions(pace, loadBefore));

        System.out.print(report);
        Files.writeString(Path.of(args[3]), report);
        Files.write(Path.of(args[4]), rawFigures(figures));
        return bars.stream().allMatch(Bar::kept);
    }

    /** Each part in a new JVM, every second round backwards. */
    private static Figures rounds(Pace pace, Path directory) throws IOException, InterruptedException {
        Figures figures = new Figures();
        List<Part> parts = List.of(Part.values());
        for (int round = 1; round <= pace.rounds(); round++) {
            for (Part part : round % 2 == 1 ? parts : parts.reversed()) {
                System.err.printf("round %d/%d: %s%n", round, pace.rounds(), part.title());
                Fork.run(part, pace, directory, figures);
            }
        }
        return figures;
    }

    private static String conditions(Pace pace, String loadBefore) {
        return """
                %s, by `bench/run audit`, %s. Each figure is the median of the rounds (%d), each ratio the median of the ratios \
                of each round. A round is a new JVM, in which the peers take turns: %d to warm up, then %d of which the best \
                counts (the median for durable appends).

                - Machine: %s
                - Load average: %s before, %s after
                - Peer: %s""".formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        pace.name(),
                        pace.rounds(),
                        pace.warmups(),
                        pace.stretches(),
                        Machine.describe(),
                        loadBefore,
                        Machine.load(),
                        Machine.jarOf(ChronicleQueue.class));
    }

    private static List<String> rawFigures(Figures figures) {
        List<String> lines = new ArrayList<>(List.of("figure\tround\tvalue"));
        for (Figure figure : Figure.values()) {
            int round = 0;
            for (double value : figures.rounds(figure)) {
                lines.add(figure + "\t" + ++round + "\t" + value);
            }
        }
        return lines;
    }
}
