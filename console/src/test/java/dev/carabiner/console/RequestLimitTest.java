package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** So many do the same at the same time, and no more. */
@Timeout(60)
class RequestLimitTest {

    private final RequestLimit limit = RequestLimit.ofLogReaders();

    private List<RequestLimit.Place> full() {
        List<RequestLimit.Place> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(limit.enter());
        }
        return all;
    }

    @Test
    void one_too_many_is_sent_away_to_come_again() {
        full();

        assertThatExceptionOfType(Problem.class)
                .isThrownBy(limit::enter)
                .withMessage("4 requests read logs already; ask again")
                .satisfies(problem -> {
                    assertThat(problem.status()).isEqualTo(503);
                    assertThat(Reply.problem(problem).headers()).containsEntry("Retry-After", "2");
                });
    }

    @Test
    void one_that_waits_comes_in_when_another_is_done() throws Exception {
        List<RequestLimit.Place> all = full();
        CompletableFuture<RequestLimit.Place> waiting = CompletableFuture.supplyAsync(limit::enter);
        all.getFirst().close();

        assertThat(waiting.get(10, TimeUnit.SECONDS)).isNotNull();
    }
}
