package dev.carabiner.guard.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shell is the judge of the reader: what bash runs, the reader has listed. */
class BashDifferentialTest {

    private static final int LINES_PER_SHELL = 1_000;
    private static final int SHELLS = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MOST_SHOWN = 20;
    private static final int LINES_PER_REPORT = 50_000;

    @TempDir
    private Path directory;

    private int full;
    private long runs;
    private int misses;
    private final List<String> shown = new ArrayList<>();

    @Test
    void whatever_bash_runs_of_twenty_thousand_lines_the_reader_has_listed() throws Exception {
        compare(20_000, Long.getLong("carabiner.test.seed", 20_261_117L));
    }

    @Test
    @Tag("long")
    void whatever_bash_runs_of_a_million_lines_the_reader_has_listed() throws Exception {
        compare(
                Integer.getInteger("carabiner.test.lines", 1_000_000),
                Long.getLong("carabiner.test.seed", System.nanoTime()));
    }

    private void compare(int count, long seed) throws Exception {
        assumeThat(RecordingBash.BASH).isExecutable();
        LineGenerator generator = new LineGenerator(seed);
        RecordingBash bash = new RecordingBash(directory);
        Deque<Future<Batch>> running = new ArrayDeque<>();
        try (ExecutorService shells = Executors.newFixedThreadPool(SHELLS)) {
            for (int done = 0; done < count; done += LINES_PER_SHELL) {
                List<String> lines = new ArrayList<>();
                for (int i = 0; i < LINES_PER_SHELL; i++) {
                    lines.add(generator.line());
                }
                running.add(shells.submit(() -> compare(lines, bash.run(lines))));
                if (running.size() > SHELLS) {
                    add(running.removeFirst());
                }
                if (done > 0 && done % LINES_PER_REPORT == 0) {
                    System.out.printf("%d lines of seed %d begun, %d missed%n", done, seed, misses);
                }
            }
            for (Future<Batch> one : running) {
                add(one);
            }
        }
        System.out.printf(
                "bash and the reader: %d lines (seed %d), %d programs run, %d missed, %.1f%% read in full%n",
                count, seed, runs, misses, 100.0 * full / count);
        assertThat(shown).isEmpty();
        assertThat(100.0 * full / count).isGreaterThanOrEqualTo(90);
        assertThat(runs).isGreaterThan(count);
    }

    /** What came of the lines of one shell. */
    private record Batch(int full, int runs, List<String> missed) {}

    private void add(Future<Batch> batch) throws InterruptedException, ExecutionException {
        Batch done = batch.get();
        full += done.full();
        runs += done.runs();
        misses += done.missed().size();
        done.missed().forEach(it -> System.out.println("missed: " + it));
        done.missed().stream().limit(MOST_SHOWN - shown.size()).forEach(shown::add);
    }

    private Batch compare(List<String> lines, List<List<List<String>>> ran) {
        ShellReader reader = new ShellReader(directory, "/home/u", Outputs.UNKNOWN);
        List<String> missed = new ArrayList<>();
        int read = 0;
        int called = 0;
        for (int i = 0; i < lines.size(); i++) {
            Reading reading = reader.read(lines.get(i));
            called += ran.get(i).size();
            if (!reading.isFull()) {
                continue;
            }
            read++;
            for (List<String> argv : ran.get(i)) {
                boolean listed = reading.commands().stream().anyMatch(it -> ArgvMatch.fits(it.argv(), argv));
                if (!listed) {
                    missed.add(lines.get(i) + "\n  ran " + argv + "\n  listed "
                            + reading.commands().stream()
                                    .map(ShellCommand::argv)
                                    .toList());
                }
            }
        }
        return new Batch(read, called, missed);
    }
}
