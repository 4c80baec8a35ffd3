package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 9: a handler may emit, to a depth of eight along the chain. */
class NestedEmitTest {

    private static final HookOptions TIMED =
            HookOptions.forEvent("nesting:probe").timeout(Duration.ofSeconds(30));

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Test
    void eight_emits_deep_is_fine() {
        assertThat(NestedEmits.deepestOn(registry)).isEqualTo(8);
    }

    @Test
    void the_depth_is_counted_across_the_threads_of_timed_handlers() {
        assertThat(NestedEmits.deepestOn(registry, TIMED)).isEqualTo(8);
    }

    @Test
    void the_depth_is_counted_across_timed_and_other_handlers_in_turn() {
        var deepest = new AtomicInteger();
        registry.register("a:plain", (event, data) -> nest("b:timed", data, deepest));
        registry.register(
                HookOptions.forEvent("b:timed").timeout(Duration.ofSeconds(30)),
                (event, data) -> nest("a:plain", data, deepest));

        registry.emit("a:plain", Map.of("depth", 1));

        assertThat(deepest).hasValue(8);
    }

    private HookResult nest(String event, EventData data, AtomicInteger deepest) {
        int depth = (int) data.get("depth");
        deepest.accumulateAndGet(depth, Math::max);
        registry.emit(event, EventData.of("depth", depth + 1));
        return null;
    }

    @Test
    void the_ninth_throws_inside_the_handler_that_tried_it() {
        var thrown = new ArrayList<Exception>();
        registry.register("a:loop", (event, data) -> {
            try {
                registry.emit("a:loop", data);
            } catch (NestedEmitException e) {
                thrown.add(e);
            }
            return null;
        });

        HookOutcome outcome = registry.emit("a:loop", Map.of());

        assertThat(thrown).singleElement().asString().contains("a:loop");
        assertThat(outcome.runs().getFirst().failure()).isNull();
    }

    @Test
    void the_ninth_is_a_failure_of_that_handler_alone_if_it_does_not_catch_it() {
        var failures = new ArrayList<HookFailure>();
        registry.register("a:loop", (event, data) -> {
            failures.add(registry.emit("a:loop", data).runs().getFirst().failure());
            return null;
        });

        HookOutcome outermost = registry.emit("a:loop", Map.of());

        assertThat(outermost.runs().getFirst().failure()).isNull();
        assertThat(failures.getFirst()).hasCauseInstanceOf(NestedEmitException.class);
        assertThat(failures.subList(1, failures.size())).hasSize(6).containsOnlyNulls();
    }

    @Test
    void the_ninth_throws_also_if_nobody_would_hear_it_or_it_only_collects() {
        var thrown = new ArrayList<String>();
        registry.register("a:loop", (event, data) -> {
            try {
                registry.emit("a:loop", data);
            } catch (NestedEmitException e) {
                assertThatThrownBy(() -> registry.emit("nobody:there", data)).isInstanceOf(NestedEmitException.class);
                assertThatThrownBy(() -> registry.emitAndCollect("a:loop", data))
                        .isInstanceOf(NestedEmitException.class);
                thrown.add(e.event());
            }
            return null;
        });

        registry.emit("a:loop", Map.of());

        assertThat(thrown).containsExactly("a:loop");
    }

    @Test
    void emits_of_several_registries_are_one_chain() {
        var other = new HookRegistry();
        var deepest = new AtomicInteger();
        for (HookRegistry here : List.of(registry, other)) {
            HookRegistry there = here == registry ? other : registry;
            here.register("a:b", (event, data) -> {
                int depth = (int) data.get("depth");
                deepest.accumulateAndGet(depth, Math::max);
                there.emit("a:b", EventData.of("depth", depth + 1));
                return null;
            });
        }

        registry.emit("a:b", Map.of("depth", 1));

        assertThat(deepest).hasValue(8);
    }

    @Test
    void emits_one_after_another_do_not_add_up() {
        registry.register("b:c", (event, data) -> null);
        registry.register("a:b", (event, data) -> {
            for (int i = 0; i < 100; i++) {
                registry.emit("b:c", data);
                registry.emitAndCollect("b:c", data);
                registry.emit("nobody:there", data);
            }
            return null;
        });

        assertThat(registry.emit("a:b", Map.of()).runs().getFirst().failure()).isNull();
    }

    @Test
    void an_abandoned_handler_leaves_the_depth_of_others_alone() {
        registry.register(HookOptions.forEvent("a:slow").timeout(Duration.ofMillis(10)), (event, data) -> {
            Thread.sleep(10_000);
            return null;
        });
        for (int i = 0; i < 10; i++) {
            registry.emit("a:slow", Map.of());
        }

        assertThat(NestedEmits.deepestOn(registry, TIMED)).isEqualTo(8);
        assertThat(NestedEmits.deepestOn(registry)).isEqualTo(8);
    }

    @Test
    void a_thread_that_a_handler_starts_itself_begins_a_new_chain() {
        var deepest = new AtomicReference<Integer>();
        registry.register("a:b", (event, data) -> {
            Thread own = Thread.ofVirtual().start(() -> deepest.set(NestedEmits.deepestOn(registry)));
            own.join();
            return null;
        });

        registry.emit("a:b", Map.of());

        assertThat(deepest).hasValue(8);
    }
}
