package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.DeciderName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every approval channel promises the kernel. */
@Timeout(60)
public abstract class ApprovalChannelContract {

    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration A_WHILE = Duration.ofMillis(200);

    /** A channel whose human chooses this option of every question that is shown, as soon as it is shown. */
    protected abstract ApprovalChannel answering(String option);

    /** A channel whose human never answers; null if there cannot be one. */
    protected abstract @Nullable ApprovalChannel silent();

    @Test
    void an_offer_returns_at_once_with_what_takes_the_question_away() throws Exception {
        ApprovalChannel channel = silent();
        if (channel == null) {
            return; // it answers by itself
        }
        RecordedPending pending = new RecordedPending(TestRequests.about("ls"));
        long began = System.nanoTime();

        try (AutoCloseable shown = channel.offer(pending)) {
            assertThat(shown).isNotNull();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
            assertThat(pending.failures()).isEmpty();
        }
    }

    @Test
    void the_chosen_option_is_handed_in_with_who_chose_it_and_the_digest_that_was_shown() throws Exception {
        for (String option : TestRequests.OPTIONS) {
            RecordedPending pending = new RecordedPending(TestRequests.about("ls"));

            try (AutoCloseable shown = answering(option).offer(pending)) {
                Answer answer = Objects.requireNonNull(pending.answer(SOON), "no answer was handed in");

                assertThat(answer.option()).isEqualTo(option);
                assertThat(answer.shownDigest()).isEqualTo(pending.request().digest());
                assertThat(DeciderName.refusal(answer.decidedBy()))
                        .as("the name %s", answer.decidedBy())
                        .isNull();
            }
        }
    }

    @Test
    void a_question_that_was_taken_away_is_not_answered_any_more() throws Exception {
        ApprovalChannel channel = silent();
        if (channel == null) {
            return;
        }
        RecordedPending pending = new RecordedPending(TestRequests.about("ls"));
        AutoCloseable shown = channel.offer(pending);
        pending.decided(ApprovalDecision.unanswered(pending.request(), How.CANCELLED, "", Instant.now()));
        shown.close();

        assertThat(pending.answer(A_WHILE)).isNull();
    }

    @Test
    void taking_a_question_away_twice_does_no_harm() throws Exception {
        RecordedPending pending = new RecordedPending(TestRequests.about("ls"));
        AutoCloseable shown = answering("Deny").offer(pending);
        assertThat(pending.answer(SOON)).isNotNull();
        shown.close();

        assertThatCode(shown::close).doesNotThrowAnyException();
    }

    @Test
    void an_answer_that_comes_too_late_does_no_harm() throws Exception {
        RecordedPending pending = new RecordedPending(TestRequests.about("ls"));
        pending.decided(ApprovalDecision.unanswered(pending.request(), How.TIMEOUT, "", Instant.now()));

        try (AutoCloseable shown = answering("Deny").offer(pending)) {
            pending.answer(A_WHILE);
            assertThat(shown).isNotNull();
        }
        assertThat(pending.failures()).isEmpty();
    }

    @Test
    void several_questions_may_be_open_at_once() throws Exception {
        ApprovalChannel channel = silent();
        if (channel == null) {
            return;
        }
        List<AutoCloseable> open = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            open.add(channel.offer(new RecordedPending(TestRequests.about("ls " + i))));
        }
        for (AutoCloseable shown : open) {
            assertThatCode(shown::close).doesNotThrowAnyException();
        }
    }

    @Test
    void it_has_a_name_that_the_record_can_have() {
        ApprovalChannel channel = answering("Deny");

        assertThat(channel.parts())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(DeciderName.refusal(part.name()))
                        .as("the name %s", part.name())
                        .isNull());
    }
}
