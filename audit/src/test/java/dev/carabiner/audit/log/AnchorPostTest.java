package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
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

    private String bring() throws InterruptedException {
        post.bring(NOTE);
        String outcome = kept.poll(10, TimeUnit.SECONDS);
        post.flush(Duration.ofSeconds(10));
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
}
