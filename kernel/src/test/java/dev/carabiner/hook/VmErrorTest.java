package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 7: errors of the virtual machine are no failure; they pass through, and leave everything as it was. */
class VmErrorTest {

    private static final HookOptions GUARD = HookOptions.forEvent("tool:pre").name("guard");

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("tool_name", "bash"));
    }

    static Stream<Error> errors() {
        return Stream.of(new OutOfMemoryError("heap"), new InternalError("vm"), new UnknownError("what"));
    }

    @ParameterizedTest
    @MethodSource("dev.carabiner.hook.VmErrorTest#errors")
    void propagate_whatever_the_policy(Error error) {
        for (FailurePolicy policy : FailurePolicy.values()) {
            var fresh = new HookRegistry();
            fresh.register(GUARD.onFailure(policy), HookFailureTest.throwing(error));

            assertThatThrownBy(() -> fresh.emit("tool:pre", Map.of())).isSameAs(error);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.carabiner.hook.VmErrorTest#errors")
    void propagate_from_a_timed_handler_too(Error error) {
        registry.register(GUARD.timeout(Duration.ofSeconds(30)), HookFailureTest.throwing(error));

        assertThatThrownBy(() -> emit()).isSameAs(error);
    }

    @Test
    void leave_the_registry_and_the_nesting_as_they_were() {
        var first = registry.register("tool:pre", HookFailureTest.throwing(new OutOfMemoryError("heap")));
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> emit()).isInstanceOf(OutOfMemoryError.class);
            assertThatThrownBy(() -> registry.emitAndCollect("tool:pre", Map.of()))
                    .isInstanceOf(OutOfMemoryError.class);
        }
        first.close();

        assertThat(NestedEmits.deepestOn(registry)).isEqualTo(8);
        assertThat(registry.listHandlers()).isEmpty();
    }
}
