package dev.carabiner.bench;

import com.google.adk.plugins.PluginManager;
import com.google.common.eventbus.EventBus;
import dev.carabiner.bench.Scores.Score;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.springframework.context.ApplicationListener;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed, with 2 if nothing could be measured. */
final class Main {
    private Main() {}

    /**
     * Arguments: {@code full} or {@code quick}, the number of rounds or 0 for the usual one, {@code terminal} or {@code
     * log} for the progress, the file to write the report to, and the file for the figures of each round.
     */
    public static void main(String[] args) throws IOException {
        try {
            System.exit(measure(args) ? 0 : 1);
        } catch (RunnerException | IllegalStateException e) {
            System.err.println("bench/run: " + e.getMessage());
            System.exit(2);
        }
    }

    private static boolean measure(String[] args) throws IOException, RunnerException {
        Pace usual = args[0].equals("quick") ? Pace.QUICK : Pace.FULL;
        int rounds = Integer.parseInt(args[1]);
        Pace pace = rounds > 0 ? usual.withRounds(rounds) : usual;
        List<Case> cases = Case.all();
        cases.forEach(each -> each.contestant().check(each.handlers()));

        String loadBefore = Machine.load();
        Progress progress = new Progress(pace.rounds(), cases.size(), args[2].equals("terminal"));
        Scores scores = new Rounds(pace, progress).run(cases);
        List<Bar> bars = new Bars(scores).judge();
        String report = new Report(scores, bars).text(conditions(pace, loadBefore));

        System.out.print(report);
        Files.writeString(Path.of(args[3]), report);
        Files.write(Path.of(args[4]), rawFigures(cases, scores));
        return bars.stream().allMatch(Bar::kept);
    }

    private static String conditions(Pace pace, String loadBefore) {
        return """
                %s, by `bench/run`, %s. Each figure is the median of the interleaved rounds (%d); a round is a new JVM, \
                %d x %s of warm-up, and the best of %d x %s.

                - Machine: %s
                - Load average: %s before, %s after
                - Peers: %s""".formatted(
                        LocalDate.now(ZoneOffset.UTC),
                        pace.name(),
                        pace.rounds(),
                        pace.warmups(),
                        pace.warmup(),
                        pace.measurements(),
                        pace.measurement(),
                        Machine.describe(),
                        loadBefore,
                        Machine.load(),
                        Stream.of(EventBus.class, ApplicationListener.class, PluginManager.class, Runner.class)
                                .map(Machine::jarOf)
                                .collect(Collectors.joining(", ")));
    }

    private static List<String> rawFigures(List<Case> cases, Scores scores) {
        List<String> lines =
                new ArrayList<>(List.of("contestant\thandlers\tthreads\tmeasurement\tns\telapsed\twaits\tbytes"));
        for (Case each : cases.stream().distinct().toList()) {
            int measurement = 0;
            for (Score score : scores.rounds(each)) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%s\t%d\t%d\t%d\t%.3f\t%.3f\t%.6f\t%.3f",
                        each.contestant(),
                        each.handlers(),
                        each.threads(),
                        ++measurement,
                        score.nanos(),
                        score.elapsed(),
                        score.waits(),
                        score.bytes()));
            }
        }
        return lines;
    }
}
