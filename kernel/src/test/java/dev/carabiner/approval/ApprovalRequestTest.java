package dev.carabiner.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
    class The_digest {

        private final EventData operation = EventData.of("tool_name", "Bash", "tool_input", EventData.of("a", 1));

        @Test
        void is_the_same_whichever_session_asks_when_and_for_which_call() {
            EventData asked =
                    operation.with("session_id", "s-1").with("timestamp", NOW).with("tool_call_id", "id-1");

            assertThat(ApprovalRequest.digestOf(asked)).isEqualTo(ApprovalRequest.digestOf(operation));
        }

        @Test
        void is_another_for_anything_else_that_differs() {
            assertThat(ApprovalRequest.digestOf(operation.with("more", null)))
                    .isNotEqualTo(ApprovalRequest.digestOf(operation));
        }
    }

    @Test
    void does_not_give_its_data_away_in_a_log_line() {
        assertThat(about(EventData.of("key", "secret")))
                .asString()
                .contains("r-1")
                .doesNotContain("secret");
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
