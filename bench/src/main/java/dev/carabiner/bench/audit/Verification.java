package dev.carabiner.bench.audit;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The same log verified, and all its segments put through SHA-256, in turn. */
final class Verification {
    private Verification() {}

    /** Writes the log that is verified in every round, unless it is there. */
    static void prepare(Pace pace, Path directory) throws IOException {
        Path log = directory.resolve("log");
        if (Files.exists(log)) {
            return;
        }
        long records = pace.logMegabytes() * 1_000_000L / Samples.LINE;
        try (FileAuditLog writing = FileAuditLog.open(log)) {
            for (int place = 0; place < records; place++) {
                writing.append(Samples.buffered(place));
            }
        }
    }

    static Figures measure(Pace pace, Path directory) throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        Disk.settle();
        List<Span> passes = new ArrayList<>();
        List<Span> verifications = new ArrayList<>();
        for (int turn = 0; turn < pace.warmups() + pace.stretches(); turn++) {
            Span pass = Span.of(() -> hash(log));
            Span verification = Span.of(() -> verify(log));
            if (turn >= pace.warmups()) {
                passes.add(pass);
                verifications.add(verification);
            }
        }
        Figures figures = new Figures();
        figures.add(Figure.HASH_PASS_CLOCK, Figures.best(passes, Span::clock));
        figures.add(Figure.HASH_PASS_CPU, Figures.best(passes, Span::processor));
        figures.add(Figure.VERIFICATION_CLOCK, Figures.best(verifications, Span::clock));
        figures.add(Figure.VERIFICATION_CPU, Figures.best(verifications, Span::processor));
        figures.add(Figure.LOG_BYTES, hash(log));
        return figures;
    }

    /** How long something took: by the clock, and of the processor's time, all threads together. */
    private record Span(double clock, double processor) {
        static Span of(Task task) throws IOException {
            long processor = ProcessorTime.nanos();
            long start = System.nanoTime();
            task.run();
            return new Span(System.nanoTime() - start, ProcessorTime.nanos() - processor);
        }

        private interface Task {
            void run() throws IOException;
        }
    }

    private static long hash(Path log) throws IOException {
        MessageDigest sha256 = BareChain.sha256();
        byte[] buffer = new byte[1 << 16];
        long bytes = 0;
        for (Path segment : segments(log)) {
            try (FileChannel file = FileChannel.open(segment, StandardOpenOption.READ)) {
                for (int read = file.read(ByteBuffer.wrap(buffer));
                        read > 0;
                        read = file.read(ByteBuffer.wrap(buffer))) {
                    sha256.update(buffer, 0, read);
                    bytes += read;
                }
            }
        }
        if (sha256.digest().length != 32) {
            throw new IllegalStateException("SHA-256 has 32 bytes");
        }
        return bytes;
    }

    private static List<Path> segments(Path log) throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    private static void verify(Path log) throws IOException {
        VerifierKey key =
                VerifierKey.parse(Files.readString(log.resolve("root.pub")).strip());
        Verdict verdict = LogVerifier.verify(log, key, List.of());
        if (verdict.result() != Verdict.Result.GOOD) {
            throw new IllegalStateException("the log that was written does not verify: " + verdict.explanation());
        }
    }
}
