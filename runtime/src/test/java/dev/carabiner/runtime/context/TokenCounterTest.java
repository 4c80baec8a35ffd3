package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTest {

    @Nested
    class The_rough_one {

        private final TokenCounter counter = TokenCounter.approximate();

        @Test
        void takes_four_characters_for_a_token_and_rounds_up() {
            assertThat(counter.count("")).isZero();
            assertThat(counter.count("a")).isEqualTo(1);
            assertThat(counter.count("abcd")).isEqualTo(1);
            assertThat(counter.count("abcde")).isEqualTo(2);
        }
    }

    @Nested
    class The_one_with_a_vocabulary {

        private final TokenCounter counter = TokenCounter.jtokkit();

        @Test
        void counts_as_the_models_do() {
            assertThat(counter.count("")).isZero();
            assertThat(counter.count("hello world")).isEqualTo(2);
            assertThat(counter.count("The quick brown fox jumps over the lazy dog."))
                    .isEqualTo(10);
        }

        @Test
        void takes_what_looks_like_a_models_own_mark_for_text() {
            assertThat(counter.count("<|endoftext|>")).isGreaterThan(1);
        }

        @Test
        void counts_long_text_in_pieces_as_it_would_at_once() {
            String sentence = "The quick brown fox jumps over the lazy dog. ";

            assertThat(counter.count(sentence.repeat(1_000))).isBetween(10_000, 10_050);
        }

        @Test
        void is_not_misled_by_the_beginning_of_a_very_long_text() {
            String padding = " ".repeat(400_000);
            String dense = "漢".repeat(400_000);

            assertThat(counter.count(padding + dense)).isBetween(300_000, 500_000);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"a", " ", "\n", "7", "\uD83D\uDE00", "漢", "aB1!", "e\u0301", "\0", "\uD83D", "=", "x y"})
        void is_soon_done_with_a_million_of_anything(String unit) {
            String text = unit.repeat(1_000_000 / unit.length());

            int tokens = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> counter.count(text));

            assertThat(tokens).isBetween(1_000, 3_000_000);
        }

        @Test
        void can_be_used_by_all_threads_at_once_from_the_first_moment() throws Exception {
            String text = "The quick brown fox jumps over the lazy dog. ".repeat(50);
            List<Callable<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                counts.add(() -> counter.count(text));
            }
            try (var threads = Executors.newFixedThreadPool(8)) {
                List<Integer> results = new ArrayList<>();
                for (Future<Integer> result : threads.invokeAll(counts)) {
                    results.add(result.get());
                }
                assertThat(results).hasSize(64).containsOnly(results.getFirst());
            }
        }
    }
}
