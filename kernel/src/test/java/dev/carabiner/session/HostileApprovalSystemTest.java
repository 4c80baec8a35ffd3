package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Decision;
import dev.carabiner.hook.HookResult;
import java.io.IOError;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Approval systems that misbehave, and what they must not bring about. */
@Timeout(60)
class HostileApprovalSystemTest {

    private final Recording recording = new Recording();

    @Test
    void that_dies_of_an_error_denies_even_if_silence_would_allow() {
        recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW).timeout(Duration.ofSeconds(30)));

        for (Error error :
                List.of(new IOError(new IOException("gone")), new OutOfMemoryError("heap"), new Error("x"))) {
            var outcome = recording
                    .asking(request -> {
                        throw error;
                    })
                    .emit("tool:pre", Map.of());
            assertThat(outcome.reason()).startsWith("Approval system failed: ");
        }
    }

    @Test
    void that_throws_something_which_cannot_say_what_it_is_denies_too() {
        recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW).timeout(Duration.ofSeconds(30)));

        var outcome = recording
                .asking(request -> {
                    throw new MuteException();
                })
                .emit("tool:pre", Map.of());

        assertThat(outcome.reason()).isEqualTo("Approval system failed: MuteException");
    }

    @Test
    void that_emits_what_it_is_asked_about_comes_to_an_end() {
        recording.asks(HookResult.ask("Sure?"));
        List<SessionCoordinator> sessions = new ArrayList<>();
        sessions.add(recording.asking(request -> {
            sessions.getFirst().emit("tool:pre", Map.of());
            return "Allow";
        }));

        sessions.getFirst().emit("tool:pre", Map.of());

        assertThat(recording.asked).hasSizeLessThanOrEqualTo(8);
    }

    @Test
    void is_never_asked_once_the_session_is_cancelled() {
        recording.asks(HookResult.ask("Sure?"));
        var session = recording.answering("Allow");
        session.cancellation().requestGraceful();

        for (int i = 0; i < 200; i++) {
            assertThat(session.emit("tool:pre", Map.of()).reason()).isEqualTo("Approval cancelled: Sure?");
        }
    }

    @Test
    void may_be_given_for_ever_to_answer() {
        recording.asks(HookResult.ask("Sure?").timeout(ChronoUnit.FOREVER.getDuration()));

        assertThat(recording.answering("Allow").emit("tool:pre", Map.of()).denied())
                .isFalse();
    }

    @Test
    void is_asked_once_when_many_ask_the_same_and_the_answer_is_always() throws Exception {
        recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
        var session = recording.asking(request -> {
            Thread.sleep(50);
            return "Allow always";
        });
        Callable<Boolean> asking = () -> session.emit("tool:pre", Map.of()).denied();

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var denied = threads.invokeAll(
                    IntStream.range(0, 20).mapToObj(i -> asking).toList());
            assertThat(denied).allSatisfy(one -> assertThat(one.resultNow()).isFalse());
        }
        assertThat(recording.asked).hasSize(1);
    }

    @Test
    void watchers_hear_how_an_interrupted_approval_ended() {
        recording.asks(HookResult.ask("Sure?"));
        List<String> heard = new ArrayList<>();
        recording.hooks.observe("approval:*", (event, data) -> heard.add(event));
        Thread emitting = Thread.currentThread();

        recording
                .asking(request -> {
                    emitting.interrupt();
                    new CountDownLatch(1).await();
                    return "Allow";
                })
                .emit("tool:pre", Map.of());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(heard).containsExactly("approval:required", "approval:denied");
    }
}
