package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.session.SessionCoordinator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class AllOrNoneTest {

    private final HookRegistry hooks = new HookRegistry();

    private Registration register(String name) {
        return hooks.register("tool:pre", 0, name, (event, data) -> null);
    }

    private static void failing(Callable<?> begun) {
        assertThatThrownBy(() -> AllOrNone.run(() -> {
                    begun.call();
                    throw new IllegalStateException("half way");
                }))
                .hasMessage("half way");
    }

    @Test
    void what_succeeds_stays_and_gives_its_result() throws Exception {
        String result = AllOrNone.run(() -> register("a").name());

        assertThat(result).isEqualTo("a");
        assertThat(hooks.listHandlers()).isEqualTo(Map.of("tool:pre", List.of("a")));
    }

    @Test
    void what_fails_leaves_nothing_of_its_own_and_all_of_the_others() {
        register("before");
        failing(() -> {
            register("a");
            Thread other = Thread.ofVirtual().start(() -> register("of another thread"));
            other.join();
            return register("b");
        });

        assertThat(hooks.listHandlers()).isEqualTo(Map.of("tool:pre", List.of("before", "of another thread")));
    }

    @Test
    void what_succeeds_within_something_that_fails_goes_with_it() {
        failing(() -> AllOrNone.run(() -> register("inner")));

        assertThat(hooks.listHandlers()).isEmpty();
    }

    @Test
    void what_fails_within_something_that_succeeds_goes_alone() throws Exception {
        AllOrNone.run(() -> {
            register("first");
            failing(() -> register("inner"));
            return register("last");
        });

        assertThat(hooks.listHandlers()).isEqualTo(Map.of("tool:pre", List.of("first", "last")));
    }

    @Test
    void what_comes_after_a_failure_stays() {
        failing(() -> register("a"));
        register("b");

        assertThat(hooks.listHandlers()).isEqualTo(Map.of("tool:pre", List.of("b")));
    }

    @Test
    void contributors_are_taken_back_too() {
        SessionCoordinator session =
                SessionCoordinator.builder().sessionId("s-1").hooks(hooks).build();
        session.registerContributor("names", "before", () -> "kept");
        failing(() -> {
            session.registerContributor("names", "failing", () -> "gone");
            return true;
        });

        assertThat(session.collectContributions("names")).containsExactly("kept");
    }
}
