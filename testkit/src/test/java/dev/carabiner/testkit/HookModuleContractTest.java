package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract finds what it is for: each module here breaks one promise. */
class HookModuleContractTest {

    private interface Mounting {
        AutoCloseable mount(Mount mount);
    }

    private record Module(boolean isGuard, Mounting mounting) implements HookModule {

        @Override
        public String name() {
            return "bad";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mounting.mount(mount);
        }
    }

    private static HookModuleContract of(boolean isGuard, Mounting mounting) {
        return new HookModuleContract() {
            @Override
            protected HookModule newModule() {
                return new Module(isGuard, mounting);
            }

            @Override
            protected Duration declaredTime() {
                return Duration.ofMillis(100);
            }
        };
    }

    @Test
    void a_thread_that_stays_is_found() {
        List<Thread> left = new ArrayList<>();
        HookModuleContract contract = of(false, mount -> {
            left.add(Thread.ofPlatform().start(() -> {
                try {
                    Thread.sleep(Duration.ofMinutes(1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            return mount.hooks().register("a:b", (event, data) -> null);
        });
        try {
            assertThatThrownBy(contract::after_it_has_worked_nothing_of_it_goes_on)
                    .isInstanceOf(AssertionError.class);
        } finally {
            left.forEach(Thread::interrupt);
        }
    }

    @Test
    void a_guard_whose_failure_means_nothing_is_found() {
        HookModuleContract contract = of(
                true,
                mount -> mount.hooks()
                        .register(
                                HookOptions.forEvent("tool:pre").name("bad").onFailure(FailurePolicy.CONTINUE),
                                (event, data) -> data.text("tool_name").isEmpty() ? null : null));

        assertThatThrownBy(contract::missing_null_and_hostile_data_are_answered_or_a_failure_by_its_policy)
                .hasMessageContaining("a guard whose failure means nothing");
    }

    @Test
    void a_stack_that_overflows_is_found() {
        HookModuleContract contract =
                of(false, mount -> mount.hooks().register("tool:pre", (event, data) -> depth(data) > 9 ? null : null));

        assertThatThrownBy(contract::missing_null_and_hostile_data_are_answered_or_a_failure_by_its_policy)
                .isInstanceOf(AssertionError.class);
    }

    private static int depth(EventData data) {
        return data.get("tool_name") == null ? 1 + depth(data) : 1;
    }

    @Test
    void a_module_that_is_not_made_for_several_threads_is_found() {
        AtomicInteger inside = new AtomicInteger();
        HookModuleContract contract = of(
                false,
                mount -> mount.hooks().register("tool:pre", (event, data) -> {
                    try {
                        boolean alone = inside.incrementAndGet() == 1;
                        Thread.sleep(1);
                        return alone ? null : HookResult.deny("one at a time");
                    } finally {
                        inside.decrementAndGet();
                    }
                }));

        assertThatThrownBy(contract::a_hundred_events_at_once_are_answered_as_one_is)
                .hasMessageContaining("one at a time");
    }

    @Test
    void one_that_takes_its_time_is_found() {
        HookModuleContract contract = of(
                false,
                mount -> mount.hooks().register("tool:pre", (event, data) -> {
                    Thread.sleep(150);
                    return null;
                }));

        assertThatThrownBy(contract::a_usual_event_takes_no_longer_than_declared)
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void one_that_answers_to_what_it_does_not_know_is_found() {
        HookModuleContract contract =
                of(false, mount -> mount.hooks().register("*", (event, data) -> HookResult.deny("no " + event)));

        assertThatThrownBy(contract::an_event_that_it_does_not_know_is_left_alone)
                .hasMessageContaining("no unheard:of");
    }

    @Test
    void hostile_data_hold_what_they_say() {
        assertThat(SampleEvents.hostile("tool:pre")).hasSizeGreaterThan(200);
    }
}
