package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many writers, interrupted ones, and a disk that fails. */
@Timeout(60)
class TranscriptConcurrencyTest {

    @TempDir
    Path directory;

    private Transcript on(TranscriptOutput disk) {
        return new Transcript(directory.resolve("transcript.jsonl"), disk, UnaryOperator.identity(), 0);
    }

    @Test
    void threads_that_write_at_once_lose_nothing_and_keep_their_own_order() throws Exception {
        int threads = 8;
        int each = 100;
        try (Transcript transcript = Transcript.open(directory.resolve("t"), UnaryOperator.identity());
                var pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                writers.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        transcript.added(Message.user(thread + ":" + i));
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            List<String> texts =
                    transcript.messages().stream().map(Message::text).toList();
            assertThat(texts).hasSize(threads * each).doesNotHaveDuplicates();
            for (int t = 0; t < threads; t++) {
                String prefix = t + ":";
                List<Integer> own = texts.stream()
                        .filter(text -> text.startsWith(prefix))
                        .map(text -> Integer.valueOf(text.substring(2)))
                        .toList();
                assertThat(own).isSorted();
            }
        }
    }

    @Test
    void a_call_returns_only_when_its_own_line_was_forced() throws Exception {
        SlowDisk disk = new SlowDisk();
        AtomicInteger early = new AtomicInteger();
        try (Transcript transcript = on(disk);
                var pool = Executors.newFixedThreadPool(8)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                int thread = t;
                writers.add(pool.submit(() -> {
                    for (int i = 0; i < 200; i++) {
                        String text = "<" + thread + ":" + i + ">";
                        transcript.added(Message.user(text));
                        if (!disk.forced().contains(text)) {
                            early.incrementAndGet();
                        }
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        assertThat(early).hasValue(0);
        assertThat(disk.forcings.get()).as("they share").isLessThan(8 * 200);
    }

    @Test
    void an_interrupted_caller_writes_all_the_same_and_stays_interrupted() throws Exception {
        try (Transcript transcript = Transcript.open(directory.resolve("t"), UnaryOperator.identity())) {
            AtomicBoolean over = new AtomicBoolean();
            List<Boolean> kept = new ArrayList<>();
            Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 200; i++) {
                    if (i % 2 == 0) {
                        Thread.currentThread().interrupt();
                    }
                    transcript.added(Message.user("m" + i));
                    kept.add(i % 2 == 1 || Thread.interrupted());
                }
                over.set(true);
            });
            while (writer.isAlive()) {
                writer.interrupt();
                Thread.onSpinWait();
            }
            assertThat(over).isTrue();
            assertThat(kept).doesNotContain(false);
            assertThat(transcript.messages()).hasSize(200);
        }
    }

    @Test
    void a_failed_write_is_final_and_the_cause_is_told_to_all_who_come_later() throws Exception {
        SlowDisk disk = new SlowDisk();
        try (Transcript transcript = on(disk)) {
            transcript.added(Message.user("good"));
            disk.failing = new IOException("No space left on device");
            assertThatThrownBy(() -> transcript.added(Message.user("bad"))).hasMessageContaining("No space left");
            disk.failing = null;

            assertThatThrownBy(() -> transcript.added(Message.user("later")))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("No space left")
                    .hasMessageContaining("transcript.jsonl");
            assertThat(disk.forced()).contains("good").doesNotContain("later");
        }
    }

    @Test
    void a_failed_forcing_acknowledges_nobody_who_waited_for_it() throws Exception {
        SlowDisk disk = new SlowDisk();
        disk.gate = new CountDownLatch(1);
        try (Transcript transcript = on(disk);
                var pool = Executors.newFixedThreadPool(4)) {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                writers.add(pool.submit(() -> transcript.added(Message.user("x"))));
            }
            while (disk.writes.get() < 4) {
                Thread.onSpinWait();
            }
            disk.failing = new IOException("I/O error");
            disk.gate.countDown();
            for (Future<?> writer : writers) {
                assertThatThrownBy(writer::get).hasRootCauseMessage("I/O error");
            }
            disk.failing = null;
            assertThatThrownBy(() -> transcript.added(Message.user("y"))).isInstanceOf(StoreException.class);
        }
    }

    /** What is written is on it only when it was forced, as with a real one that loses its power. */
    private static final class SlowDisk implements TranscriptOutput {

        private final StringBuffer written = new StringBuffer();
        private final AtomicInteger writes = new AtomicInteger();
        private final AtomicInteger forcings = new AtomicInteger();
        private volatile String forced = "";
        private volatile @Nullable IOException failing;
        private volatile CountDownLatch gate = new CountDownLatch(0);

        String forced() {
            return forced;
        }

        @Override
        public void write(byte[] bytes) throws IOException {
            fail();
            written.append(new String(bytes, StandardCharsets.UTF_8));
            writes.incrementAndGet();
        }

        @Override
        public void force() throws IOException {
            String now = written.toString();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            Thread.yield();
            fail();
            forcings.incrementAndGet();
            forced = now;
        }

        private void fail() throws IOException {
            IOException problem = failing;
            if (problem != null) {
                throw problem;
            }
        }

        @Override
        public void close() {}
    }
}
