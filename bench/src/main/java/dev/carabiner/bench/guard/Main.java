package dev.carabiner.bench.guard;

import dev.carabiner.bench.Machine;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.verdict.CommandJudge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Measures, prints and keeps the report; ends with 1 if a bar was missed. */
final class Main {

    private static final String LINE =
            "for f in src/main/*.java; do grep -n \"TODO\" \"$f\" | head -5; done && git diff --stat HEAD~1 -- src |"
                    + " tail -20 > build/changes.txt 2>&1; npm run lint -- --max-warnings 0 && echo \"lint is done: $(date"
                    + " +%s)\"";

    private static final int JUDGED = 20_000;
    private static final int STARTED = 300;

    private Main() {}

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Arguments: a directory to work in, the file to write the report to. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path work = Files.createDirectories(Path.of(args[0]).resolve("work"));
        Files.createDirectories(work.resolve("src/main"));
        CommandJudge judge = new CommandJudge(
                new PathWords(Workspace.at(work), List.of(work.getParent().resolve("home"))));
        ApprovalRules few = rules(work, 20);
        ApprovalRules many = rules(work, 2_000);
        EventData input = EventData.of("command", LINE);
        measured(JUDGED, () -> judge.judge(LINE));
        double[] judging = measured(JUDGED, () -> judge.judge(LINE));
        double[] starting =
                measured(STARTED, () -> new ProcessBuilder("/bin/true").start().waitFor());
        measured(JUDGED / 4, () -> few.decide("", "Bash", input, Instant.EPOCH));
        measured(JUDGED / 4, () -> many.decide("", "Bash", input, Instant.EPOCH));
        double[] withFew = measured(JUDGED / 4, () -> few.decide("", "Bash", input, Instant.EPOCH));
        double[] withMany = measured(JUDGED / 4, () -> many.decide("", "Bash", input, Instant.EPOCH));
        double[] shares = {
            at(judging, 0.5) / at(starting, 0.5),
            at(judging, 0.999) / at(starting, 0.5),
            at(withMany, 0.5) / at(withFew, 0.5)
        };
        String report = report(judging, starting, withFew, withMany, shares);
        System.out.print(report);
        Files.writeString(Path.of(args[1]), report);
        System.exit(shares[0] <= 0.05 && shares[1] <= 0.5 && shares[2] <= 3 ? 0 : 1);
    }

    private static ApprovalRules rules(Path work, int count) {
        ApprovalRules rules = new ApprovalRules(RuleStore.inMemory(), work);
        for (int i = 0; i < count; i++) {
            InputPattern pattern = InputPattern.shell("command", "tool-" + i + " publish *");
            rules.add(ApprovalRule.deny("r" + i, "*", "Bash", pattern));
        }
        return rules;
    }

    /** Each run in microseconds, the fastest first. */
    private static double[] measured(int times, Work work) throws IOException, InterruptedException {
        double[] taken = new double[times];
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            work.run();
            taken[i] = (System.nanoTime() - start) / 1e3;
        }
        Arrays.sort(taken);
        return taken;
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.round(sorted.length * share))];
    }

    private static String report(double[] judging, double[] starting, double[] few, double[] many, double[] shares) {
        return String.format(
                Locale.ROOT,
                """
                # What judging a line costs

                %s, by `bench/run guard`. A line of %d characters with a loop, pipes, redirections and substitutions, judged %d times;
                `/bin/true` started from Java %d times.

                - Machine: %s

                | | p50 µs | p99.9 µs |
                |---|--:|--:|
                | judging the line | %.0f | %.0f |
                | starting `/bin/true` | %.0f | %.0f |
                | 20 deny rules | %.0f | %.0f |
                | 2,000 deny rules | %.0f | %.0f |

                | bar | limit | measured | |
                |---|--:|--:|--:|
                | judging (p50) / starting (p50) | at most 0.05x | %.3fx | %s |
                | judging (p99.9) / starting (p50) | at most 0.5x | %.3fx | %s |
                | 2,000 rules / 20 rules (p50) | at most 3x | %.2fx | %s |
                """,
                LocalDate.now(ZoneOffset.UTC),
                LINE.length(),
                JUDGED,
                STARTED,
                Machine.describe(),
                at(judging, 0.5),
                at(judging, 0.999),
                at(starting, 0.5),
                at(starting, 0.999),
                at(few, 0.5),
                at(few, 0.999),
                at(many, 0.5),
                at(many, 0.999),
                shares[0],
                shares[0] <= 0.05 ? "PASS" : "FAIL",
                shares[1],
                shares[1] <= 0.5 ? "PASS" : "FAIL",
                shares[2],
                shares[2] <= 3 ? "PASS" : "FAIL");
    }
}
