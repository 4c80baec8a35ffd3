package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 2 on many threads: any of them may do anything at any time. */
@Timeout(600)
class RegistryConcurrencyTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Test
    void nobody_is_lost_or_doubled_while_others_come_and_go() throws Exception {
        Crowd crowd = new Crowd(registry);

        Stress.run(Stress.of(3, crowd::comeAndGo), Stress.of(3, crowd::emit));

        assertThat(crowd.emits()).isGreaterThan(100);
        assertThat(registry.listHandlers().getOrDefault(Crowd.EVENT, List.of()))
                .isEqualTo(crowd.namesLeftOn(Crowd.EVENT));
        assertThat(registry.listHandlers().getOrDefault(Crowd.PATTERN, List.of()))
                .isEqualTo(crowd.namesLeftOn(Crowd.PATTERN));
    }

    @Test
    void all_registrations_of_all_threads_are_there_afterwards() throws Exception {
        var registered = new AtomicInteger();
        for (int round = 0; round < 50; round++) {
            var fresh = new HookRegistry();
            var barrier = new CyclicBarrier(4);
            Stress.runOnce(4, thread -> {
                barrier.await();
                for (int i = 0; i < 25; i++) {
                    fresh.register("a:b", thread, thread + "-" + i, (event, data) -> null);
                    registered.incrementAndGet();
                }
            });

            assertThat(fresh.listHandlers("a:b").get("a:b")).isEqualTo(expectedNames(4, 25));
        }
        assertThat(registered).hasValue(50 * 100);
    }

    private static List<String> expectedNames(int threads, int each) {
        List<String> names = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            for (int i = 0; i < each; i++) {
                names.add(thread + "-" + i);
            }
        }
        return names;
    }

    @Test
    void closing_is_idempotent_from_several_threads_at_once() throws Exception {
        HookHandler handler = (event, data) -> null;
        for (int round = 0; round < 200; round++) {
            registry.register("a:b", 0, "stays" + round, handler);
            Registration closed = registry.register("a:b", 0, "goes", handler);
            var barrier = new CyclicBarrier(4);

            Stress.runOnce(4, thread -> {
                barrier.await();
                closed.close();
            });

            assertThat(registry.listHandlers("a:b").get("a:b"))
                    .hasSize(round + 1)
                    .doesNotContain("goes");
        }
    }

    @Test
    void what_a_handler_registers_or_closes_counts_from_the_next_emit() throws Exception {
        ThreadLocal<Object> current = new ThreadLocal<>();
        var violations = new AtomicInteger();
        registry.register("a:b", 0, "registering", (event, data) -> {
            Object bornIn = current.get();
            Registration[] own = new Registration[1];
            own[0] = registry.register("a:b", ThreadLocalRandom.current().nextInt(-5, 6), "born", (name, seen) -> {
                violations.addAndGet(current.get() == bornIn ? 1 : 0);
                return null;
            });
            own[0].close();
            return null;
        });

        Stress.run(Stress.of(4, () -> {
            current.set(new Object());
            registry.emit("a:b", EventData.empty());
        }));

        assertThat(violations).hasValue(0);
        assertThat(registry.listHandlers("a:b").get("a:b")).containsExactly("registering");
    }

    @Test
    void default_fields_are_replaced_as_a_whole() throws Exception {
        registry.setDefaultFields(Map.of("a", 0, "b", 0));
        registry.register("a:b", (event, data) -> HookResult.modify(data.with("c", data.get("a"))));

        Stress.run(
                Stress.of(2, () -> {
                    int version = ThreadLocalRandom.current().nextInt();
                    registry.setDefaultFields(Map.of("a", version, "b", version));
                }),
                Stress.of(2, () -> {
                    EventData seen = registry.emit("a:b", Map.of()).data();
                    if (!seen.get("a").equals(seen.get("b")) || !seen.get("a").equals(seen.get("c"))) {
                        throw new AssertionError("torn: " + seen);
                    }
                }));
    }

    @Test
    void handlers_that_do_everything_at_once_do_not_block_each_other() throws Exception {
        for (String event : List.of("a:b", "b:c")) {
            HookOptions options = HookOptions.forEvent(event).onFailure(FailurePolicy.CONTINUE);
            registry.register(options.timeout(Duration.ofMinutes(5)), this::doEverything);
            registry.register(options, this::doEverything);
        }

        Stress.run(Stress.of(4, () -> registry.emit("a:b", Map.of("depth", 1))));

        assertThat(registry.listHandlers())
                .hasSize(2)
                .allSatisfy((event, names) -> assertThat(names).hasSize(2));
    }

    private HookResult doEverything(String event, EventData data) {
        int depth = (int) data.get("depth");
        Registration extra = registry.register("x:y", (name, seen) -> null);
        registry.setDefaultFields(Map.of("d", depth));
        if (depth < 3) {
            registry.emit("b:c", Map.of("depth", depth + 1));
        }
        registry.listHandlers();
        extra.close();
        return HookResult.inject("x");
    }
}
