package dev.carabiner.bench.audit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is measured together, in one JVM, so that its figures can be compared. */
enum Part {
    BUFFERED("buffered append", Heap.AMPLE, Buffered::measure),
    DURABLE("durable append", Heap.AMPLE, Durable::measure),
    VERIFICATION("verification", Heap.SMALL, Verification::measure);

    private final String title;
    private final List<String> heap;
    private final Measurement measurement;

    Part(String title, List<String> heap, Measurement measurement) {
        this.title = title;
        this.heap = heap;
        this.measurement = measurement;
    }

    String title() {
        return title;
    }

    List<String> heap() {
        return heap;
    }

    /** What to put before the command: verification is promised for one core, so it gets one. */
    List<String> cores() {
        return this == VERIFICATION ? OneCore.words() : List.of();
    }

    Figures measure(Pace pace, Path directory) throws IOException, InterruptedException {
        return measurement.measure(pace, directory);
    }

    private interface Measurement {
        Figures measure(Pace pace, Path directory) throws IOException, InterruptedException;
    }

    /** The heap is there from the beginning, or the first to use it would pay for it. */
    private static final class Heap {
        static final List<String> AMPLE = List.of("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch");
        /** What verification may need for a log of any length. */
        static final List<String> SMALL = List.of("-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch");
    }
}
