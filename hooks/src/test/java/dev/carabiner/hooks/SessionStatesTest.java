package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class SessionStatesTest {

    private final SessionStates<Integer> states = new SessionStates<>(0);

    private static EventData of(String session) {
        return EventData.of("session_id", session);
    }

    @Test
    void each_session_has_its_own() {
        states.update(of("a"), count -> count + 1);
        assertThat(states.of(of("a"))).isEqualTo(1);
        assertThat(states.of(of("b"))).isZero();
    }

    @Test
    void the_longest_silent_is_forgotten_first() {
        states.update(of("old"), count -> 1);
        states.update(of("busy"), count -> 1);
        for (int i = 0; i < SessionStates.MOST_SESSIONS - 1; i++) {
            states.update(of("s" + i), count -> 1);
            states.of("busy");
        }
        assertThat(states.of("busy")).isEqualTo(1);
        assertThat(states.of("old")).isZero();
    }

    @Test
    void no_change_is_lost_between_threads() throws Exception {
        CountDownLatch done = new CountDownLatch(8);
        for (int thread = 0; thread < 8; thread++) {
            Thread.startVirtualThread(() -> {
                for (int i = 0; i < 1_000; i++) {
                    states.update(of("a"), count -> count + 1);
                }
                done.countDown();
            });
        }
        done.await();
        assertThat(states.of("a")).isEqualTo(8_000);
    }
}
