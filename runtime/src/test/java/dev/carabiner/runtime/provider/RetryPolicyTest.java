package dev.carabiner.runtime.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {

    private static final RetryPolicy POLICY = RetryPolicy.of(4, Duration.ofMillis(100), 3, Duration.ofSeconds(2));

    private static ProviderException failure(Kind kind, @Nullable Duration retryAfter) {
        return new ProviderException("provider-test", kind, "no", retryAfter, null);
    }

    @Nested
    class AnotherAttempt {

        @ParameterizedTest
        @EnumSource(Kind.class)
        void is_made_only_where_it_can_help(Kind kind) {
            assertThat(POLICY.again(1, failure(kind, null))).isEqualTo(kind.retryable());
        }

        @Test
        void is_made_until_all_are_used() {
            ProviderException failure = failure(Kind.SERVER_ERROR, null);

            assertThat(IntStream.rangeClosed(1, 5).filter(it -> POLICY.again(it, failure)))
                    .containsExactly(1, 2, 3);
        }

        @Test
        void is_never_made_by_the_policy_for_one() {
            assertThat(RetryPolicy.NEVER.again(1, failure(Kind.CONNECTION, null)))
                    .isFalse();
        }
    }

    @Nested
    class TheDelay {

        @Test
        void grows_up_to_the_longest() {
            ProviderException failure = failure(Kind.SERVER_ERROR, null);

            assertThat(IntStream.rangeClosed(1, 5).mapToObj(it -> POLICY.delay(it, failure)))
                    .extracting(Duration::toMillis)
                    .containsExactly(100L, 300L, 900L, 2_000L, 2_000L);
        }

        @Test
        void stays_the_longest_however_often_it_grew() {
            assertThat(POLICY.delay(Integer.MAX_VALUE, failure(Kind.TIMEOUT, null)))
                    .hasSeconds(2);
        }

        @Test
        void is_what_the_service_asks_for_if_that_is_longer() {
            assertThat(POLICY.delay(1, failure(Kind.RATE_LIMITED, Duration.ofMillis(1_500))))
                    .hasMillis(1_500);
        }

        @Test
        void is_not_shortened_by_the_service() {
            assertThat(POLICY.delay(2, failure(Kind.RATE_LIMITED, Duration.ZERO)))
                    .hasMillis(300);
        }

        @Test
        void is_never_longer_than_the_longest_whatever_the_service_asks_for() {
            Duration forever = Duration.ofSeconds(Long.MAX_VALUE);

            assertThat(POLICY.delay(1, failure(Kind.RATE_LIMITED, forever))).hasSeconds(2);
        }
    }

    @Nested
    class Jitter {

        private static final ProviderException FAILURE = failure(Kind.SERVER_ERROR, null);

        private static List<Duration> delays(RetryPolicy policy) {
            return IntStream.rangeClosed(1, 10)
                    .mapToObj(it -> policy.delay(it, FAILURE))
                    .toList();
        }

        @Test
        void shortens_by_its_share_at_most() {
            RetryPolicy jittered = POLICY.withJitter(0.5, 42);

            for (int attempt = 1; attempt <= 10; attempt++) {
                Duration plain = POLICY.delay(attempt, FAILURE);
                assertThat(jittered.delay(attempt, FAILURE)).isBetween(plain.dividedBy(2), plain);
            }
        }

        @Test
        void is_the_same_for_the_same_seed_and_another_for_another() {
            assertThat(delays(POLICY.withJitter(0.5, 42))).isEqualTo(delays(POLICY.withJitter(0.5, 42)));
            assertThat(delays(POLICY.withJitter(0.5, 42))).isNotEqualTo(delays(POLICY.withJitter(0.5, 43)));
        }
    }

    @Nested
    class AWrongPolicy {

        @ParameterizedTest
        @ValueSource(ints = {0, -1})
        void has_no_attempts(int attempts) {
            assertThatThrownBy(() -> RetryPolicy.of(attempts, Duration.ZERO, 1, Duration.ZERO))
                    .hasMessageContaining("attempts")
                    .hasMessageContaining(String.valueOf(attempts));
        }

        @ParameterizedTest
        @ValueSource(doubles = {0.5, Double.NaN, Double.POSITIVE_INFINITY, -2})
        void shrinks(double factor) {
            assertThatThrownBy(() -> RetryPolicy.of(2, Duration.ZERO, factor, Duration.ZERO))
                    .hasMessageContaining("factor");
        }
    }
}
