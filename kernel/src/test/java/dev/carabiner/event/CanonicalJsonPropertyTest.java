package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Over random data: the same data has the same canonical text, and different data never has. */
class CanonicalJsonPropertyTest {

    private static final int CASES = TestSeed.cases(20_000);
    private static final TestSeed SEED = TestSeed.of(CanonicalJsonPropertyTest.class);

    @Test
    void the_same_data_has_the_same_text_however_it_is_held() {
        for (int i = 0; i < CASES; i++) {
            RandomJson json = new RandomJson(SEED.forCase(i));
            Map<String, Object> fields = json.object(4);
            EventData otherwise = EventData.of("x", json.otherwise(fields));

            if (!CanonicalJson.of(otherwise).equals(CanonicalJson.of(EventData.of("x", fields)))) {
                fail("case %d, %s: %s and %s", i, SEED, fields, otherwise);
            }
        }
    }

    @Test
    void different_data_has_different_texts() {
        Map<String, Object> meaningByText = new HashMap<>();
        for (int i = 0; i < CASES; i++) {
            SplittableRandom random = SEED.forCase(i);
            Map<String, Object> fields = new RandomJson(random).object(1 + random.nextInt(3));
            Object meaning = RandomJson.meaning(fields);

            Object known = meaningByText.putIfAbsent(CanonicalJson.of(EventData.of(fields)), meaning);

            if (known != null && !known.equals(meaning)) {
                fail("case %d, %s: %s and %s", i, SEED, known, meaning);
            }
        }
        assertThat(new HashSet<>(meaningByText.values())).as("%s", SEED).hasSameSizeAs(meaningByText.values());
    }

    @Test
    void equal_data_is_equal_and_has_equal_digests() {
        for (int i = 0; i < CASES / 10; i++) {
            Map<String, Object> fields = new RandomJson(SEED.forCase(i)).object(4);
            EventData once = EventData.of(fields);
            EventData again = EventData.of(new HashMap<>(fields));

            assertThat(again).as("case %d, %s", i, SEED).isEqualTo(once).hasSameHashCodeAs(once);
            assertThat(CanonicalJson.digest(again)).isEqualTo(CanonicalJson.digest(once));
            assertThat(once.asMap()).isEqualTo(fields);
        }
    }
}
