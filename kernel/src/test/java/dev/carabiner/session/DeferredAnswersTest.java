package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Decisions that are never asked for again do not fill the memory. */
class DeferredAnswersTest {

    private final DeferredAnswers answers = new DeferredAnswers();

    @Test
    void those_that_came_are_kept_up_to_a_thousand() {
        for (int i = 0; i <= 1_000; i++) {
            answers.begun("r" + i);
            answers.ended("r" + i);
        }

        assertThat(answers.of("r0")).isNull();
        assertThat(answers.of("r1")).isNotNull();
        assertThat(answers.of("r1000")).isNotNull();
    }

    @Test
    void those_that_are_still_to_come_are_all_kept() {
        for (int i = 0; i <= 2_000; i++) {
            answers.begun("r" + i);
        }

        assertThat(answers.of("r0")).isNotNull();
    }
}
