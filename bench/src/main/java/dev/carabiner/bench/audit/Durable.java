package dev.carabiner.bench.audit;

import dev.carabiner.audit.log.FileAuditLog;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A file with one write and one force per record, and the log with more and more producers on virtual threads, in turn.
 * Rates and the time that one append takes.
 */
final class Durable {
    private static final int FORCES = 300;

    private final Path directory;
    private final Map<Figure, List<Double>> stretches = new EnumMap<>(Figure.class);

    private Durable(Path directory) {
        this.directory = directory;
    }

    static Figures measure(Pace pace, Path directory) throws IOException, InterruptedException {
        Durable durable = new Durable(directory);
        for (int turn = 0; turn < pace.warmups(); turn++) {
            durable.turn();
        }
        durable.stretches.clear();
        for (int turn = 0; turn < pace.stretches(); turn++) {
            durable.turn();
        }
        Figures figures = new Figures();
        durable.stretches.forEach((figure, values) -> figures.add(figure, Figures.median(values)));
        return figures;
    }

    private void turn() throws IOException, InterruptedException {
        forces();
        producers(1, 300);
        producers(8, 150);
        producers(64, 100);
        producers(1_000, 40);
    }

    private void add(Figure figure, double value) {
        stretches.computeIfAbsent(figure, f -> new ArrayList<>()).add(value);
    }

    private void forces() throws IOException, InterruptedException {
        Path empty = Disk.empty(directory.resolve("stretch"));
        try (FileChannel file =
                FileChannel.open(empty.resolve("records"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            Disk.settle();
            long[] times = new long[FORCES];
            long start = System.nanoTime();
            for (int place = 0; place < FORCES; place++) {
                long before = System.nanoTime();
                file.write(ByteBuffer.wrap(Samples.bytes(place)));
                file.force(false);
                times[place] = System.nanoTime() - before;
            }
            add(Figure.FORCE_RATE, rate(FORCES, start));
            add(Figure.FORCE, middle(List.of(times)));
        } finally {
            Disk.delete(empty);
        }
    }

    private void producers(int producers, int recordsEach) throws IOException, InterruptedException {
        Path empty = Disk.empty(directory.resolve("stretch"));
        try (FileAuditLog log = FileAuditLog.open(empty)) {
            Disk.settle();
            List<long[]> times = new ArrayList<>();
            CountDownLatch go = new CountDownLatch(1);
            long start;
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int producer = 0; producer < producers; producer++) {
                    long[] own = new long[recordsEach];
                    times.add(own);
                    threads.execute(() -> produce(log, own, go));
                }
                start = System.nanoTime();
                go.countDown();
            }
            double rate = rate(producers * recordsEach, start);
            if (producers != 8) {
                add(Figure.rate(producers), rate);
            }
            if (producers <= 8) {
                add(Figure.latency(producers), middle(times));
            }
        } finally {
            Disk.delete(empty);
        }
    }

    private static void produce(FileAuditLog log, long[] times, CountDownLatch go) {
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("a producer is never interrupted", e);
        }
        for (int place = 0; place < times.length; place++) {
            long before = System.nanoTime();
            log.append(Samples.durable(place));
            times[place] = System.nanoTime() - before;
        }
    }

    private static double rate(int records, long start) {
        return records * 1e9 / (System.nanoTime() - start);
    }

    private static double middle(List<long[]> times) {
        long[] sorted = times.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
