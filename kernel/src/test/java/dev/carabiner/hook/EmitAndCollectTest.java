package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventNameException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 10: every handler is asked, none decides. */
@Timeout(30)
class EmitAndCollectTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private void offers(int priority, HookResult result) {
        registry.register("decision:tool_resolution", priority, "p" + priority, (event, data) -> result);
    }

    private List<EventData> collect() {
        return registry.emitAndCollect("decision:tool_resolution", Map.of("a", 1));
    }

    @Test
    void data_is_collected_in_running_order() {
        offers(2, HookResult.proceed(Map.of("k", 2)));
        offers(1, HookResult.proceed(Map.of("k", 1)));

        assertThat(collect()).containsExactly(EventData.of("k", 1), EventData.of("k", 2));
    }

    @Test
    void the_data_of_a_modification_is_collected_and_changes_nothing() {
        var seen = new ArrayList<EventData>();
        offers(1, HookResult.modify(Map.of("k", 1)));
        registry.observe(HookOptions.forEvent("decision:*").priority(2), (event, data) -> seen.add(data));

        assertThat(collect()).containsExactly(EventData.of("k", 1));
        assertThat(seen).containsExactly(EventData.of("a", 1));
    }

    @Test
    void an_empty_object_counts_and_nothing_does_not() {
        offers(1, HookResult.proceed(Map.of()));
        offers(2, HookResult.proceed());
        offers(3, null);
        offers(4, HookResult.inject("x"));
        offers(5, HookResult.ask("x"));

        assertThat(collect()).containsExactly(EventData.empty());
    }

    @Test
    void a_deny_stops_nobody() {
        offers(1, HookResult.deny("no"));
        offers(2, HookResult.proceed(Map.of("k", 2)));

        assertThat(collect()).containsExactly(EventData.of("k", 2));
    }

    @Test
    void every_handler_gets_the_same_merged_data() {
        var seen = new ArrayList<EventData>();
        registry.setDefaultFields(Map.of("env", "prod"));
        for (int i = 0; i < 3; i++) {
            registry.observe("decision:tool_resolution", (event, data) -> seen.add(data));
        }

        collect();

        assertThat(seen).hasSize(3).containsOnly(EventData.of("env", "prod", "a", 1));
    }

    @Test
    void failures_are_skipped_and_logged_whatever_the_policy() {
        for (FailurePolicy policy : FailurePolicy.values()) {
            registry.register(HookOptions.forEvent("decision:tool_resolution").onFailure(policy), (event, data) -> {
                throw new IllegalStateException("broken");
            });
        }
        offers(1, HookResult.proceed(Map.of("k", 1)));

        assertThat(collect()).containsExactly(EventData.of("k", 1));
        assertThat(log.messages())
                .hasSize(3)
                .allSatisfy(message -> assertThat(message).contains("broken"));
    }

    @Test
    void each_handler_has_the_time_that_is_given() {
        for (int i = 0; i < 3; i++) {
            registry.register("a:b", (event, data) -> {
                Thread.sleep(20_000);
                return HookResult.proceed(Map.of("late", true));
            });
        }
        registry.register("a:b", (event, data) -> HookResult.proceed(Map.of("k", 1)));

        List<EventData> collected = registry.emitAndCollect("a:b", Map.of(), Duration.ofMillis(20));

        assertThat(collected).containsExactly(EventData.of("k", 1));
        assertThat(log.messages())
                .hasSize(3)
                .allSatisfy(message -> assertThat(message).contains("TIMEOUT"));
    }

    @Test
    void each_handler_has_a_second_if_nothing_is_said() {
        registry.register("a:b", (event, data) -> {
            Thread.sleep(20_000);
            return null;
        });
        long start = System.nanoTime();

        registry.emitAndCollect("a:b", Map.of());

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(950), Duration.ofSeconds(10));
    }

    @Test
    void a_shorter_timeout_of_a_handlers_own_still_holds() {
        registry.register(HookOptions.forEvent("a:b").timeout(Duration.ofMillis(10)), (event, data) -> {
            Thread.sleep(20_000);
            return null;
        });

        assertThat(registry.emitAndCollect("a:b", Map.of(), Duration.ofSeconds(20)))
                .isEmpty();
    }

    @Test
    void the_collection_cannot_be_changed() {
        offers(1, HookResult.proceed(Map.of("k", 1)));

        assertThatThrownBy(() -> collect().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void nobody_means_an_empty_list() {
        assertThat(collect()).isEmpty();
    }

    @Test
    void a_timeout_that_is_not_positive_or_a_name_that_is_none_is_refused() {
        for (Duration bad : List.of(Duration.ZERO, Duration.ofMillis(-1))) {
            assertThatThrownBy(() -> registry.emitAndCollect("a:b", Map.of(), bad))
                    .isInstanceOf(InvalidHookException.class)
                    .hasMessageContainingAll("a:b", bad.toString());
        }
        assertThatThrownBy(() -> registry.emitAndCollect("a:*", Map.of()))
                .isInstanceOf(InvalidEventNameException.class);
    }
}
