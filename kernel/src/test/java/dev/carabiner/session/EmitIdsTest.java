package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EmitIdsTest {

    @Test
    void are_counted_from_one_behind_a_word_of_their_own() {
        EmitIds ids = new EmitIds();

        String first = ids.next();

        assertThat(first).matches("[0-9a-f]{12}-1");
        String word = first.substring(0, 13);
        for (int i = 2; i <= 12_345; i++) {
            assertThat(ids.next()).isEqualTo(word + i);
        }
        assertThat(new EmitIds().next()).doesNotStartWith(word);
    }

    @Test
    void are_never_given_twice_by_threads_at_once() {
        EmitIds ids = new EmitIds();
        Set<String> given = ConcurrentHashMap.newKeySet();

        IntStream.range(0, 100_000).parallel().forEach(i -> given.add(ids.next()));

        assertThat(given).hasSize(100_000);
    }
}
