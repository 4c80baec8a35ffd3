package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SPEC 3.11: whatever crosses to another thread carries one and the same scope. */
@Timeout(60)
class ScopeTest {

    private static final ScopeKey<String> TURN = ScopeKey.of("turn", String.class);
    private static final ScopeKey<String> OTHER = ScopeKey.of("turn", String.class);
    private static final HookOptions TIMED =
            HookOptions.forEvent("a:b").name("timed").timeout(Duration.ofSeconds(50));

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();
    private final Queue<String> seen = new ConcurrentLinkedQueue<>();

    @AfterEach
    void clean_up() {
        Scope.current().set(TURN, null);
    }

    private HookHandler noting() {
        return (event, data) -> {
            seen.add(String.valueOf(Scope.current().get(TURN)) + EmitDepth.current());
            return null;
        };
    }

    @Nested
    class What_a_host_adds {

        @Test
        void is_there_under_its_own_key_only() {
            Scope.current().set(TURN, "t1");

            assertThat(Scope.current().get(TURN)).isEqualTo("t1");
            assertThat(Scope.current().get(OTHER)).isNull();
        }

        @Test
        void is_this_threads_alone() throws InterruptedException {
            Scope.current().set(TURN, "t1");

            Thread.ofVirtual()
                    .start(() -> seen.add(String.valueOf(Scope.current().get(TURN))))
                    .join();

            assertThat(seen).containsExactly("null");
        }

        @Test
        void goes_to_timed_handlers() {
            Scope.current().set(TURN, "t1");
            registry.register(TIMED, noting());

            registry.emit("a:b", Map.of());

            assertThat(seen).containsExactly("t11");
        }

        @Test
        void goes_to_the_handlers_of_a_level() {
            Scope.current().set(TURN, "t1");
            for (int i = 0; i < 3; i++) {
                registry.register(HookOptions.forEvent("a:b").concurrent(), noting());
            }

            registry.emit("a:b", Map.of());

            assertThat(seen).containsExactly("t11", "t11", "t11");
        }

        @Test
        void does_not_stay_on_the_thread_it_went_to() {
            registry.register(TIMED, noting());
            for (int i = 0; i < 20; i++) {
                Scope.current().set(TURN, i % 2 == 0 ? "t" + i : null);
                registry.emit("a:b", Map.of());
            }

            assertThat(seen).filteredOn(turn -> turn.equals("null1")).hasSize(10);
        }

        @Test
        void is_what_it_was_when_it_was_handed_over() throws InterruptedException {
            Scope.current().set(TURN, "t1");
            Runnable carried = Scope.carrying(() -> seen.add(Scope.current().get(TURN)));
            Scope.current().set(TURN, "t2");

            Thread.ofVirtual().start(carried).join();
            carried.run();

            assertThat(seen).containsExactly("t1", "t1");
            assertThat(Scope.current().get(TURN)).isEqualTo("t2");
        }

        @Test
        void is_put_back_also_when_the_work_throws() {
            Scope.HandOver empty = Scope.current().handOver();
            Scope.current().set(TURN, "t1");

            assertThatThrownBy(() -> empty.call(() -> {
                        assertThat(Scope.current().get(TURN)).isNull();
                        throw new IllegalStateException("broken");
                    }))
                    .hasMessage("broken");

            assertThat(Scope.current().get(TURN)).isEqualTo("t1");
        }
    }

    @Nested
    class The_depth_of_emits {

        @Test
        void goes_along_with_work_that_is_carried() throws InterruptedException {
            registry.register("a:b", (event, data) -> {
                Thread.ofVirtual()
                        .start(Scope.carrying(() -> seen.add("" + EmitDepth.current())))
                        .join();
                return null;
            });

            registry.emit("a:b", Map.of());

            assertThat(seen).containsExactly("1");
            assertThat(EmitDepth.current()).isZero();
        }

        @Test
        void is_counted_for_each_of_several_threads_apart() throws InterruptedException {
            registry.register("a:b", (event, data) -> {
                Scope.HandOver handOver = Scope.current().handOver();
                List<Thread> threads = List.of(
                        Thread.ofVirtual().start(() -> handOver.run(() -> registry.emit("c:d", Map.of()))),
                        Thread.ofVirtual().start(() -> handOver.run(() -> registry.emit("c:d", Map.of()))));
                for (Thread thread : threads) {
                    thread.join();
                }
                return null;
            });
            registry.register("c:d", noting());

            registry.emit("a:b", Map.of());

            assertThat(seen).containsExactly("null2", "null2");
        }
    }

    @Nested
    class Registrations_that_belong_together {

        private Registration register(String name) {
            return registry.register("tool:pre", 0, name, (event, data) -> null);
        }

        @Test
        void are_taken_back_from_a_timed_handlers_thread_too() {
            registry.observe(TIMED, (event, data) -> register("inside"));

            assertThatThrownBy(() -> AllOrNone.run(() -> {
                        registry.emit("a:b", Map.of());
                        assertThat(registry.listHandlers()).containsKey("tool:pre");
                        throw new IllegalStateException("half way");
                    }))
                    .hasMessage("half way");

            assertThat(registry.listHandlers()).doesNotContainKey("tool:pre");
        }

        @Test
        void and_come_after_the_failure_are_taken_back_at_once() throws InterruptedException {
            var failed = new CountDownLatch(1);
            Thread[] late = new Thread[1];
            assertThatThrownBy(() -> AllOrNone.run(() -> {
                        late[0] = Thread.ofVirtual().start(Scope.carrying(() -> registerAfter(failed)));
                        throw new IllegalStateException("half way");
                    }))
                    .hasMessage("half way");

            failed.countDown();
            late[0].join();

            assertThat(registry.listHandlers()).isEmpty();
        }

        @Test
        void and_come_after_the_success_stay() throws Exception {
            var done = new CountDownLatch(1);
            Thread late = AllOrNone.run(() -> Thread.ofVirtual().start(Scope.carrying(() -> registerAfter(done))));

            done.countDown();
            late.join();

            assertThat(registry.listHandlers("tool:pre").get("tool:pre")).containsExactly("late");
        }

        private void registerAfter(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            register("late");
        }
    }

    @Nested
    class Captured_output {

        private final Emission session = Emission.pinning();

        private HookOutcome emitted(String event, Emission how) {
            long now = System.nanoTime();
            return EmitDepth.within(event, () -> registry.emit(event, EventData.empty(), how, now));
        }

        private List<String> outputs(HookOutcome outcome) {
            return outcome.runs().stream().map(HandlerRun::output).toList();
        }

        @Test
        void of_a_level_belongs_to_each_handler() {
            StandardStreams.install();
            for (String name : List.of("one", "two")) {
                registry.observe(HookOptions.forEvent("a:b").concurrent(), (event, data) -> System.out.print(name));
            }

            HookOutcome outcome = emitted("a:b", session);

            assertThat(outputs(outcome)).containsExactly("one", "two");
        }

        @Test
        void of_handlers_that_a_hook_sets_off_on_other_threads_is_the_hooks() {
            StandardStreams.install();
            registry.observe(TIMED, (event, data) -> System.out.print("timed"));
            registry.observe("c:d", (event, data) -> registry.emit("a:b", Map.of()));

            HookOutcome outcome = emitted("c:d", session);

            assertThat(outputs(outcome)).containsExactly("timed");
        }

        @Test
        void is_not_taken_where_it_is_not_wanted() {
            StandardStreams.install();
            registry.observe("a:b", (event, data) -> System.out.print(""));

            HookOutcome outcome = emitted("a:b", session.withoutOutput());

            assertThat(outcome.hasOutput()).isFalse();
        }
    }
}
