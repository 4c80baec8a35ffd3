package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long every provider waits, and how it stops. */
@ParameterizedClass
@FieldSource("dev.carabiner.providers.Service#ALL")
class SlowServiceContractTest extends OverTheWire {

    @Nested
    class ASlowService {

        CountDownLatch gone = new CountDownLatch(1);

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void is_given_up_when_nothing_comes(boolean streaming) throws InterruptedException {
            useTimeout("timeout");
            server.reply(Replies.silence(service.streamType(), List.of(), gone));

            assertThat(failure(() -> call(streaming)).kind()).isEqualTo(Kind.TIMEOUT);
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"timeout", "total_timeout"})
        void is_given_up_when_it_falls_silent_in_the_middle(String limit) throws InterruptedException {
            useTimeout(limit);
            server.reply(Replies.silence(service.streamType(), service.stream().subList(0, 2), gone));

            assertThat(failure(() -> call(true)))
                    .hasMessageContaining("(" + limit + ")")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.TIMEOUT);
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(booleans = {false, true})
        void is_left_when_the_caller_is_interrupted(boolean streaming) throws InterruptedException {
            server.reply(Replies.silence(
                    service.streamType(), streaming ? service.stream().subList(0, 2) : List.of(), gone));
            Thread caller = Thread.currentThread();
            Thread.ofVirtual().start(() -> interruptWhenAsked(caller));

            Throwable thrown = catchThrowableOfType(InterruptedException.class, () -> call(streaming));

            assertThat(thrown).isNotNull();
            assertThat(Thread.interrupted()).isFalse();
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @Test
        void is_left_when_the_provider_is_closed() throws InterruptedException {
            server.reply(Replies.silence(service.streamType(), service.stream().subList(0, 2), gone));
            Thread.ofVirtual().start(() -> {
                try {
                    server.received();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                provider.close();
            });

            assertThat(failure(() -> call(true)).kind()).isEqualTo(Kind.CONNECTION);
            assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @Test
        void is_not_even_asked_by_a_caller_that_was_interrupted_before() {
            Thread.currentThread().interrupt();

            Throwable thrown = catchThrowableOfType(InterruptedException.class, () -> call(true));

            assertThat(thrown).isNotNull();
            assertThat(server.requestsLeft()).isZero();
        }

        private void interruptWhenAsked(Thread caller) {
            try {
                server.received();
                caller.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void useTimeout(String limit) {
            provider.close();
            provider = provider(server.address(), limit, "200ms");
        }
    }
}
