package dev.carabiner.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest.Receipt;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ApprovalRequestTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    static ApprovalRequest about(EventData data) {
        Question question =
                new Question("guard", "Sure?", List.of("Allow", "Deny"), Duration.ofSeconds(5), Decision.DENY, "");
        return new ApprovalRequest("r-1", "s-1", "tool:pre", question, data, "digest", NOW);
    }

    @Nested
    class A_decision {

        @Test
        void is_taken_once_and_later_ones_are_told_who_decided_and_when() {
            ApprovalRequest request = about(EventData.empty());

            assertThat(request.decide("Allow", "web:ann", "digest", NOW)).isInstanceOf(Receipt.Accepted.class);
            Receipt late = request.decide("Deny", "api:bob", "digest", NOW.plusSeconds(1));

            assertThat(late).isInstanceOfSatisfying(Receipt.AlreadyDecided.class, already -> {
                assertThat(already.decision().decidedBy()).isEqualTo("web:ann");
                assertThat(already.decision().decidedAt()).isEqualTo(NOW);
                assertThat(already.decision().granted()).isTrue();
            });
        }

        @Test
        void about_another_digest_is_not_taken_and_the_question_stays_open() {
            ApprovalRequest request = about(EventData.empty());

            assertThat(request.decide("Allow", "web:ann", "another", NOW))
                    .isEqualTo(new Receipt.OperationChanged("digest"));
            assertThat(request.decision()).isNull();
        }

        @Test
        void has_one_winner_among_many_threads() throws Exception {
            ApprovalRequest request = about(EventData.empty());
            List<Callable<Receipt>> deciders = IntStream.range(0, 16)
                    .<Callable<Receipt>>mapToObj(i -> () -> request.decide("Allow", "thread-" + i, "digest", NOW))
                    .toList();

            try (var threads = Executors.newFixedThreadPool(8)) {
                var receipts = threads.invokeAll(deciders).stream()
                        .map(future -> future.resultNow())
                        .toList();

                assertThat(receipts)
                        .filteredOn(Receipt.Accepted.class::isInstance)
                        .hasSize(1);
                assertThat(receipts)
                        .filteredOn(Receipt.AlreadyDecided.class::isInstance)
                        .hasSize(15);
            }
        }
    }

    @Nested
    class What_a_human_is_shown {

        @Test
        void is_the_real_data_with_everything_that_could_deceive_escaped() {
            String shown = about(
                            EventData.of("tool_input", EventData.of("command", "echo \u202Egnp.exe\u200B \u001B[2Kls")))
                    .shown()
                    .full();

            assertThat(shown).isEqualTo("tool_input:\n  command: \"echo \\u202Egnp.exe\\u200B \\u001B[2Kls\"\n");
        }

        @Test
        void cannot_be_given_false_fields_by_line_breaks() {
            String shown = about(EventData.of("command", "ls\ntool_name: \"Read\""))
                    .shown()
                    .full();

            assertThat(shown).isEqualTo("command:\n  | ls\n  | tool_name: \"Read\"\n");
        }

        @Test
        void says_how_much_is_hidden_when_something_is_cut() {
            OperationText text =
                    about(EventData.of("content", "x".repeat(1_000))).shown();

            assertThat(text.cutAt(100)).contains("x".repeat(100) + "\" … 900 more characters are hidden");
            assertThat(text.hidesSomethingAt(100)).isTrue();
            assertThat(text.hidesSomethingAt(1_000)).isFalse();
            assertThat(text.full()).contains("x".repeat(1_000));
        }

        @Test
        void shows_lists_numbers_and_empty_things() {
            String shown = about(EventData.of(
                            "edits", List.of(EventData.of("n", 1), "two"), "none", List.of(), "nothing", null))
                    .shown()
                    .full();

            assertThat(shown).isEqualTo("edits:\n  -\n    n: 1\n  - \"two\"\nnone: []\nnothing: null\n");
        }
    }
}
