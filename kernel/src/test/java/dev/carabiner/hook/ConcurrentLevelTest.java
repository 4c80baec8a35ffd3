package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 13: handlers that may run beside others do, and the outcome is as if they had run one after another. */
@Timeout(60)
class ConcurrentLevelTest {

    private static final HookOptions BESIDE = HookOptions.forEvent("tool:pre").concurrent();

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();
    private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();

    private void beside(String name, HookHandler handler) {
        registry.register(BESIDE.name(name), handler);
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    private List<String> names(HookOutcome outcome) {
        return outcome.runs().stream().map(HandlerRun::name).toList();
    }

    @Nested
    class A_level {

        private HookHandler noting() {
            return (event, data) -> {
                threads.add(Thread.currentThread());
                return null;
            };
        }

        @Test
        void runs_its_handlers_at_the_same_time() throws Exception {
            var meeting = new CyclicBarrier(3);
            for (String name : List.of("a", "b", "c")) {
                beside(name, (event, data) -> HookResult.inject("met " + meeting.await()));
            }

            assertThat(emit().injections()).hasSize(3);
        }

        @Test
        void runs_each_handler_on_a_platform_daemon_thread_of_its_own() throws Exception {
            var meeting = new CyclicBarrier(2);
            for (String name : List.of("a", "b")) {
                beside(name, (event, data) -> {
                    meeting.await();
                    return noting().handle(event, data);
                });
            }

            emit();

            assertThat(threads).doesNotHaveDuplicates().doesNotContain(Thread.currentThread());
            assertThat(threads).allSatisfy(thread -> {
                assertThat(thread.isVirtual()).isFalse();
                assertThat(thread.isDaemon()).isTrue();
            });
        }

        @Test
        void is_ended_by_a_neighbour_that_is_not_marked() {
            beside("a", noting());
            registry.register("tool:pre", 0, "plain", noting());
            beside("b", noting());

            emit();

            assertThat(threads).containsOnly(Thread.currentThread()).hasSize(3);
        }

        @Test
        void is_ended_by_another_priority() {
            registry.register(BESIDE, noting());
            registry.register(BESIDE.priority(1), noting());

            emit();

            assertThat(threads).containsOnly(Thread.currentThread()).hasSize(2);
        }

        @Test
        void is_formed_across_patterns_and_aliases() throws Exception {
            var meeting = new CyclicBarrier(3);
            for (String event : List.of("error:tool", "tool:error", "*")) {
                registry.register(HookOptions.forEvent(event).concurrent(), (name, data) -> {
                    meeting.await();
                    return null;
                });
            }

            assertThat(registry.emit("error:tool", Map.of()).runs()).allMatch(run -> run.failure() == null);
        }

        @Test
        void loses_those_that_are_for_another_tool_and_one_left_alone_runs_here() {
            registry.register(BESIDE.tools("Read"), noting());
            registry.register(BESIDE, noting());

            registry.emit("tool:pre", Map.of("tool_name", "Bash"));

            assertThat(threads).containsExactly(Thread.currentThread());
        }

        @Test
        void is_still_ended_by_a_neighbour_that_is_left_out() {
            registry.register(BESIDE, noting());
            registry.register(HookOptions.forEvent("tool:pre").tools("Read"), noting());
            registry.register(BESIDE, noting());

            registry.emit("tool:pre", Map.of("tool_name", "Bash"));

            assertThat(threads).containsOnly(Thread.currentThread()).hasSize(2);
        }

        @Test
        void gives_every_handler_the_data_from_before_it() {
            Queue<Object> seen = new ConcurrentLinkedQueue<>();
            registry.register("tool:pre", -1, "first", (event, data) -> HookResult.modify(data.with("a", 2)));
            for (String name : List.of("a", "b", "c")) {
                beside(name, (event, data) -> {
                    seen.add(data.get("a"));
                    return HookResult.modify(data.with("a", 3));
                });
            }
            registry.observe(HookOptions.forEvent("tool:pre").priority(1), (event, data) -> seen.add(data.get("a")));

            emit();

            assertThat(seen).containsExactly(2, 2, 2, 3);
        }

        @Test
        void counts_the_depth_of_emits() {
            var deepest = new AtomicInteger();
            for (String name : List.of("a", "b")) {
                registry.register(HookOptions.forEvent("a:b").concurrent().name(name), (event, data) -> {
                    int depth = (int) data.get("depth");
                    deepest.accumulateAndGet(depth, Math::max);
                    return name.equals("a")
                            ? registry.emit("a:b", Map.of("depth", depth + 1)).result()
                            : null;
                });
            }

            registry.emit("a:b", Map.of("depth", 1));

            assertThat(deepest).hasValue(8);
            assertThat(NestedEmits.deepestOn(registry)).isEqualTo(8);
        }

        @Test
        void is_ignored_when_data_are_collected() {
            for (int i = 0; i < 3; i++) {
                int number = i;
                beside("offer", (event, data) -> {
                    threads.add(Thread.currentThread());
                    assertThat(threads).hasSize(number + 1);
                    return HookResult.proceed(Map.of("n", number));
                });
            }

            assertThat(registry.emitAndCollect("tool:pre", Map.of()))
                    .containsExactly(EventData.of("n", 0), EventData.of("n", 1), EventData.of("n", 2));
        }
    }

    @Nested
    class Results {

        @Test
        void are_taken_in_running_order_whatever_the_timing() {
            var secondIsDone = new CountDownLatch(1);
            beside("slow", (event, data) -> {
                secondIsDone.await();
                return HookResult.ask("first?").userMessage("1");
            });
            beside("fast", (event, data) -> {
                secondIsDone.countDown();
                return HookResult.ask("second?").userMessage("2");
            });

            HookOutcome outcome = emit();

            assertThat(outcome.questions()).extracting(Question::prompt).containsExactly("first?", "second?");
            assertThat(outcome.messages()).extracting(message -> message.text()).containsExactly("1", "2");
            assertThat(names(outcome)).containsExactly("slow", "fast");
        }

        @Test
        void that_fail_go_by_their_own_policy() {
            registry.register(BESIDE.name("loose"), HookFailureTest.throwing(new IllegalStateException("x")));
            registry.register(
                    BESIDE.name("asking").onFailure(FailurePolicy.ASK),
                    HookFailureTest.throwing(new IllegalStateException("y")));
            beside("fine", (event, data) -> HookResult.inject("z"));

            HookOutcome outcome = emit();

            assertThat(outcome.questions()).extracting(Question::author).containsExactly("asking");
            assertThat(outcome.injections()).hasSize(1);
        }

        @Test
        void that_are_errors_of_the_virtual_machine_propagate() {
            var interrupted = new CountDownLatch(1);
            beside("dies", HookFailureTest.throwing(new OutOfMemoryError("heap")));
            beside("waits", untilInterrupted(interrupted));

            assertThatThrownBy(() -> emit()).isInstanceOf(OutOfMemoryError.class);
            assertThat(NestedEmits.deepestOn(registry)).isEqualTo(8);
        }
    }

    private static HookHandler untilInterrupted(CountDownLatch interrupted) {
        return (event, data) -> {
            try {
                Thread.sleep(50_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
            return HookResult.deny("too late");
        };
    }

    @Nested
    class A_denial {

        @Test
        void wins_if_it_is_the_first_in_running_order_though_not_in_time() {
            var secondIsDone = new CountDownLatch(1);
            beside("slow", (event, data) -> {
                secondIsDone.await();
                return HookResult.deny("slow");
            });
            beside("fast", (event, data) -> {
                secondIsDone.countDown();
                return HookResult.deny("fast");
            });

            HookOutcome outcome = emit();

            assertThat(outcome.reason()).isEqualTo("slow");
            assertThat(names(outcome)).containsExactly("slow");
        }

        @Test
        void waits_for_those_before_it() {
            var denied = new CountDownLatch(1);
            beside("before", (event, data) -> {
                denied.await();
                Thread.sleep(20);
                return HookResult.inject("heard").userMessage("m");
            });
            beside("deny", (event, data) -> {
                denied.countDown();
                return HookResult.deny("no");
            });

            HookOutcome outcome = emit();

            assertThat(outcome.denied()).isTrue();
            assertThat(names(outcome)).containsExactly("before", "deny");
            assertThat(outcome.messages()).hasSize(1);
        }

        @Test
        void interrupts_those_after_it_which_leave_no_run() throws InterruptedException {
            var running = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            beside("deny", (event, data) -> {
                running.await();
                return HookResult.deny("no");
            });
            beside("after", (event, data) -> {
                running.countDown();
                return untilInterrupted(interrupted).handle(event, data);
            });

            HookOutcome outcome = emit();

            interrupted.await();
            assertThat(names(outcome)).containsExactly("deny");
            assertThat(outcome.skipped()).containsExactly(new SkippedHandler("after", 0, "after the deny"));
        }

        @Test
        void interrupts_those_after_it_while_those_before_it_still_run() {
            var interrupted = new CountDownLatch(1);
            beside("before", (event, data) -> {
                interrupted.await();
                return null;
            });
            beside("deny", (event, data) -> HookResult.deny("no"));
            beside("after", untilInterrupted(interrupted));
            beside("counts down if it never began", (event, data) -> null);

            Thread releasing = Thread.ofVirtual().start(() -> releaseLater(interrupted));
            HookOutcome outcome = emit();
            releasing.interrupt();

            assertThat(names(outcome)).containsExactly("before", "deny");
        }

        /** One that is interrupted before it began has nothing to tell. */
        private void releaseLater(CountDownLatch latch) {
            try {
                Thread.sleep(2_000);
            } catch (InterruptedException e) {
                return;
            }
            latch.countDown();
        }

        @Test
        void by_a_failed_guard_counts_like_any_other() {
            registry.register(
                    BESIDE.name("guard").onFailure(FailurePolicy.DENY),
                    HookFailureTest.throwing(new IllegalStateException("broken")));
            beside("after", untilInterrupted(new CountDownLatch(1)));

            HookOutcome outcome = emit();

            assertThat(outcome.reason()).isEqualTo("Guard guard unavailable: broken");
            assertThat(names(outcome)).containsExactly("guard");
        }

        @Test
        void keeps_the_changes_that_were_merged_before_it() {
            beside("change", (event, data) -> HookResult.modify(data.with("b", 2)));
            beside("deny", (event, data) -> HookResult.deny("no"));
            beside("late", (event, data) -> HookResult.modify(data.with("c", 3)));

            assertThat(emit().data()).isEqualTo(EventData.of("a", 1, "b", 2));
        }

        @Test
        void of_an_announcement_stops_nothing() {
            HookOptions watching = HookOptions.forEvent("approval:granted").concurrent();
            registry.register(watching.name("deny"), (event, data) -> HookResult.deny("no"));
            registry.register(watching.name("guard").guard(), HookFailureTest.throwing(new IllegalStateException("x")));
            registry.register(watching.name("slow"), (event, data) -> {
                Thread.sleep(30);
                return HookResult.inject("heard");
            });

            HookOutcome outcome = registry.emit("approval:granted", Map.of());

            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(names(outcome)).containsExactly("deny", "guard", "slow");
        }
    }
}
