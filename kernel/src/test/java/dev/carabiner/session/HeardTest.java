package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.event.InvalidEventNameException;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Registration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HeardTest {

    private final HookRegistry hooks = new HookRegistry();

    @Nested
    class An_event_is_heard {

        @Test
        void while_a_handler_is_registered_for_it() {
            SessionCoordinator session =
                    SessionCoordinator.builder().hooks(hooks).build();
            assertThat(session.isHeard("tool:post")).isFalse();

            Registration handler = hooks.on("tool:post", (event, data) -> null);
            assertThat(session.isHeard("tool:post")).isTrue();
            assertThat(session.isHeard("tool:pre")).isFalse();

            handler.close();
            assertThat(session.isHeard("tool:post")).isFalse();
        }

        @Test
        void under_another_name_and_by_a_pattern() {
            SessionCoordinator session =
                    SessionCoordinator.builder().hooks(hooks).build();
            hooks.on("tool:error", (event, data) -> null);
            hooks.on("prompt:*", (event, data) -> null);

            assertThat(session.isHeard("error:tool")).isTrue();
            assertThat(session.isHeard("prompt:complete")).isTrue();
            assertThat(session.isHeard("session:end")).isFalse();
        }

        @Test
        void if_it_is_recorded() {
            AuditLog log = record -> {};
            assertThat(SessionCoordinator.builder().audit(log).build().isHeard("tool:post"))
                    .isTrue();
        }

        @Test
        void if_it_is_masked_since_a_masker_that_fails_denies() {
            SessionCoordinator session = SessionCoordinator.builder()
                    .maskers(List.of(UnaryOperator.identity()))
                    .build();
            assertThat(session.isHeard("tool:post")).isTrue();
        }

        @Test
        void on_an_interrupted_thread_since_that_denies() {
            SessionCoordinator session = SessionCoordinator.builder().build();
            Thread.currentThread().interrupt();
            boolean heard = session.isHeard("tool:post");
            boolean denied = session.emit("tool:post", java.util.Map.of()).denied();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(heard).isTrue();
            assertThat(denied).isTrue();
        }
    }

    @Test
    void a_malformed_name_is_rejected() {
        SessionCoordinator session = SessionCoordinator.builder().build();
        assertThatThrownBy(() -> session.isHeard("tool")).isInstanceOf(InvalidEventNameException.class);
        assertThatThrownBy(() -> session.isHeard("tool:*")).isInstanceOf(InvalidEventNameException.class);
    }
}
