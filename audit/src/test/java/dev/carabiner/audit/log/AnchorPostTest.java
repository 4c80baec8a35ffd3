package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnchorPostTest {

    private static final Note NOTE =
            Note.checkpoint(SigningKey.generate("carabiner-audit/demo"), 1, new byte[32], null);

    private final Deque<Throwable> problems = new ArrayDeque<>();
    private final LinkedBlockingQueue<String> kept = new LinkedBlockingQueue<>();
    private final List<String> told = new ArrayList<>();

    private final AnchorPost post = new AnchorPost(
            new Anchor() {
                @Override
                public void keep(byte[] note) {
                    Throwable problem = problems.poll();
                    kept.add(problem == null ? "kept" : "failed");
                    AnchorPostTest.<RuntimeException>raise(problem);
                }

                @Override
                public String name() {
                    return "mine";
                }
            },
            (anchor, error) -> told.add(anchor + ": " + error));

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // any problem, checked or not
    private static <T extends Throwable> void raise(@Nullable Throwable problem) throws T {
        if (problem != null) {
            throw (T) problem;
        }
    }

    private static long inTenSeconds() {
        return System.nanoTime() + Duration.ofSeconds(10).toNanos();
    }

    private String bring() throws InterruptedException {
        post.bring(NOTE);
        String outcome = kept.poll(10, TimeUnit.SECONDS);
        post.flush(inTenSeconds());
        return String.valueOf(outcome);
    }

    @Test
    void an_error_is_told_and_the_next_note_is_brought_all_the_same() throws InterruptedException {
        problems.add(new NoClassDefFoundError("some/Part"));

        assertThat(bring()).isEqualTo("failed");
        assertThat(told).containsExactly("mine: some/Part");
        assertThat(bring()).isEqualTo("kept");
    }

    @Test
    void a_problem_without_a_message_is_told_by_its_kind() throws InterruptedException {
        problems.add(new ConnectException());
        bring();

        assertThat(told).containsExactly("mine: ConnectException");
    }

    @Test
    void what_an_illegal_argument_was_is_not_repeated() throws InterruptedException {
        problems.add(new IllegalArgumentException("unsupported URI http:///a?token=SEKRET"));
        bring();

        assertThat(told).containsExactly("mine: IllegalArgumentException");
    }

    @Test
    void a_file_that_cannot_be_opened_is_told_with_the_reason() throws InterruptedException {
        problems.add(new NoSuchFileException("/nowhere/anchor"));
        bring();

        assertThat(told).containsExactly("mine: NoSuchFileException: /nowhere/anchor");
    }

    @Test
    void of_those_that_come_meanwhile_the_newest_is_brought_and_waited_for() throws InterruptedException {
        Slow anchor = new Slow();
        AnchorPost slow = new AnchorPost(anchor, (name, error) -> told.add(error));
        slow.bring(note(1));
        anchor.begun.await();
        slow.bring(note(2));
        slow.bring(note(3));

        slow.flush(System.nanoTime() + 1_000_000);
        assertThat(anchor.kept).as("after a wait that was too short").isEmpty();
        anchor.mayGoOn.countDown();
        slow.flush(inTenSeconds());

        assertThat(anchor.kept).containsExactly(1L, 3L);
    }

    @Test
    void somebody_who_cannot_be_told_of_a_failure_does_not_end_the_post() throws InterruptedException {
        CountDownLatch brought = new CountDownLatch(2);
        AnchorPost careless = new AnchorPost(
                new Anchor() {
                    @Override
                    public void keep(byte[] note) throws IOException {
                        brought.countDown();
                        throw new IOException("no");
                    }

                    @Override
                    public String name() {
                        return "mine";
                    }
                },
                (name, error) -> {
                    throw new IllegalStateException("nobody listens");
                });

        careless.bring(note(1));
        careless.flush(inTenSeconds());
        careless.bring(note(2));

        assertThat(brought.await(10, TimeUnit.SECONDS)).isTrue();
    }

    private static Note note(int size) {
        return Note.checkpoint(SigningKey.generate("carabiner-audit/demo"), size, new byte[32], null);
    }

    private static final class Slow implements Anchor {

        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        final Queue<Long> kept = new ConcurrentLinkedQueue<>();

        @Override
        public void keep(byte[] note) throws InterruptedException {
            begun.countDown();
            mayGoOn.await();
            kept.add(Long.parseLong(
                    new String(note, StandardCharsets.UTF_8).lines().toList().get(1)));
        }

        @Override
        public String name() {
            return "slow";
        }
    }
}
