package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.Decision;
import dev.carabiner.testkit.TestRequests;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The machine's clock is set while requests wait; the count since its start goes on as ever. */
@Timeout(60)
class ClockJumpTest {

    private static final Duration TIME = Duration.ofMinutes(5);

    @TempDir
    private Path directory;

    private final AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-11-18T12:00:00Z"));
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // the count may overflow
    private ApprovalDatabase database;
    private ApprovalStore store;
    private ApprovalRequest request;

    @BeforeEach
    void ask() {
        open("this start");
        request = TestRequests.about("ls", TIME, Decision.DENY);
        store.request(request);
    }

    private void open(String boot) {
        database = ApprovalDatabase.sqlite(
                directory.resolve("approvals.db"), new MachineClock(boot, wall::get, nanos::get));
        store = database.store();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void jump(Duration by) {
        wall.updateAndGet(it -> it.plus(by));
    }

    private void pass(Duration time) {
        jump(time);
        nanos.addAndGet(time.toNanos());
    }

    private VoteResult allowed() {
        return store.decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, "");
    }

    @Nested
    class A_clock_that_is_set_forward {

        @Test
        void expires_nothing() {
            jump(Duration.ofDays(3_650));

            assertThat(store.expire(10)).isZero();
            assertThat(store.pending(null, 10)).hasSize(1);
            assertThat(allowed()).isInstanceOf(VoteResult.Won.class);
            assertThat(store.consume(request.id(), request.digest(), "a")).isTrue();
        }

        @Test
        void shortens_no_wait() throws Exception {
            jump(Duration.ofDays(1));

            assertThat(store.await(request.id(), Duration.ofMillis(50)).state()).isEqualTo(State.PENDING);
        }
    }

    @Nested
    class A_clock_that_is_set_back {

        @Test
        void lengthens_nothing() {
            jump(Duration.ofDays(-3_650));
            pass(TIME);

            assertThat(allowed()).isInstanceOf(VoteResult.Late.class);
            assertThat(store.read(request.id()).state()).isEqualTo(State.EXPIRED);
            assertThat(store.pending(null, 10)).isEmpty();
        }

        @Test
        void keeps_nobody_waiting_beyond_the_time() throws Exception {
            pass(TIME.minusMillis(100));
            jump(Duration.ofDays(-1));
            CompletableFuture<State> woken = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    woken.complete(
                            store.await(request.id(), Duration.ofMinutes(10)).state());
                } catch (Exception e) {
                    woken.completeExceptionally(e);
                }
            });
            Thread.sleep(20);
            pass(Duration.ofMillis(100));

            assertThat(woken.get()).isEqualTo(State.EXPIRED);
        }
    }

    @Test
    void after_a_restart_of_the_machine_the_clock_on_the_wall_is_all_there_is() {
        database.close();
        nanos.set(0);
        jump(TIME.minusSeconds(1));
        open("the next start");

        assertThat(store.read(request.id()).state()).isEqualTo(State.PENDING);
        jump(Duration.ofSeconds(1));
        assertThat(allowed()).isInstanceOf(VoteResult.Late.class);
    }
}
