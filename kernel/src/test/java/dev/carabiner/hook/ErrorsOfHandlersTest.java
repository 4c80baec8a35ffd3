package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOError;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a guard throws, it has denied, unless it is the virtual machine's own trouble. */
class ErrorsOfHandlersTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry hooks = new HookRegistry();
    private final HookOptions guard =
            HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY);

    static Stream<Throwable> thrown() {
        return Stream.of(
                new ServiceConfigurationError("no such service"),
                new IOError(new IOException("disk")),
                new Error("plain"),
                new Throwable("raw"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void an_error_is_a_failure(Throwable error) {
        hooks.register(guard, (event, data) -> sneak(error));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.reason()).startsWith("Guard guard unavailable:");
        assertThat(outcome.runs().getFirst().failure()).hasCause(error);
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void so_it_is_with_a_timeout(Throwable error) {
        hooks.register(guard.timeout(Duration.ofSeconds(30)), (event, data) -> sneak(error));

        HookOutcome outcome = hooks.emit("tool:pre", Map.of());

        assertThat(outcome.reason()).startsWith("Guard guard unavailable:");
        assertThat(outcome.runs().getFirst().failure())
                .hasRootCause(error.getCause() == null ? error : error.getCause());
    }

    /** Handlers may throw exceptions; what is neither those nor an error needs a detour. */
    private static HookResult sneak(Throwable thrown) {
        ErrorsOfHandlersTest.<RuntimeException>raise(thrown);
        return HookResult.proceed();
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
