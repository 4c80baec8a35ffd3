package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CompactionTest {

    private static final ContextSettings SETTINGS = new ContextSettings(1_000, 0.8, 0.3, 600, 2);

    private final JournalRecorder journal = new JournalRecorder();
    private final SessionContext context = new SessionContext(
            SETTINGS, InjectionLimits.DEFAULT, Clock.systemUTC(), TokenCounter.approximate(), journal, List.of());

    private List<String> texts() {
        return context.messages().stream()
                .map(message -> message.text().split("\n")[0].strip())
                .toList();
    }

    private static String padded(String text) {
        return text + "\n" + "x".repeat(200);
    }

    private void turn(int number) {
        context.add(Message.user(padded("prompt " + number)));
        context.add(Message.assistant(padded("answer " + number)));
    }

    private void step(String id) {
        context.add(Message.toolCall(id, "Read", Map.of("path", padded(id))));
        context.add(Message.toolResult(id, padded("result " + id)));
    }

    @Nested
    class The_oldest_turns {

        @Test
        void go_first_and_leave_a_note() {
            context.add(Message.system("be brief"));
            for (int i = 1; i <= 8; i++) {
                turn(i);
            }
            Compaction done = context.compact();

            assertThat(texts())
                    .containsExactly(
                            "be brief",
                            "[12 earlier messages were removed here to make room.]",
                            "prompt 7",
                            "answer 7",
                            "prompt 8",
                            "answer 8");
            assertThat(done.removedMessages()).isEqualTo(12);
            assertThat(done.messages()).isEqualTo(6);
            assertThat(done.previousTokens()).isGreaterThan(850);
            assertThat(done.currentTokens()).isLessThanOrEqualTo(300).isEqualTo(context.tokens());
        }

        @Test
        void go_whole_though_a_part_of_the_last_to_go_would_do() {
            context.add(Message.user(padded("prompt 1")));
            context.add(Message.assistant("x".repeat(3_000)));
            context.add(Message.assistant("a last word"));
            turn(2);
            context.compact();

            assertThat(texts().subList(1, 3)).containsExactly("prompt 2", "answer 2");
        }

        @Test
        void are_counted_together_when_it_happens_again() {
            for (int i = 1; i <= 8; i++) {
                turn(i);
            }
            context.compact();
            for (int i = 9; i <= 14; i++) {
                turn(i);
            }
            Compaction done = context.compact();

            assertThat(texts()).first().isEqualTo("[24 earlier messages were removed here to make room.]");
            assertThat(texts().stream().filter(text -> text.contains("earlier")))
                    .hasSize(1);
            assertThat(done.removedMessages()).isEqualTo(12);
        }

        @Test
        void are_replaced_by_words_of_the_user_where_the_conversation_begins_with_them() {
            for (int i = 1; i <= 8; i++) {
                turn(i);
            }
            context.compact();

            assertThat(context.messages().getFirst().role()).isEqualTo(Role.USER);
        }
    }

    @Nested
    class A_long_turn {

        @Test
        void loses_its_oldest_steps_and_keeps_its_prompt() {
            turn(0);
            context.add(Message.user(padded("the task")));
            for (int i = 1; i <= 12; i++) {
                step("s" + i);
            }
            context.compact();

            assertThat(context.messages().stream().map(Message::text)).contains(padded("the task"));
            assertThat(texts()).endsWith("", "result s12");
            assertThat(context.tokens()).isLessThanOrEqualTo(300);
        }

        @Test
        void says_what_is_missing_between_its_prompt_and_the_rest() {
            context.add(Message.user("the task"));
            for (int i = 1; i <= 12; i++) {
                step("s" + i);
            }
            context.compact();

            assertThat(texts().get(1)).contains("earlier messages were removed");
            assertThat(context.messages().get(1).role()).isEqualTo(Role.SYSTEM);
        }
    }

    @Nested
    class Old_tool_results {

        @Test
        void are_cut_before_anything_is_removed() {
            context.add(Message.user("the task"));
            context.add(Message.toolCall("1", "Read", Map.of()));
            context.add(Message.toolResult("1", "x".repeat(2_000)));
            context.add(Message.assistant("read"));
            context.add(Message.user("and now?"));
            Compaction done = context.compact();

            assertThat(done.removedMessages()).isZero();
            assertThat(context.messages()).hasSize(5);
            assertThat(context.messages().get(2).text())
                    .contains("were cut here")
                    .hasSizeLessThan(500);
        }

        @Test
        void are_cut_even_among_the_newest_if_the_conversation_is_full_otherwise() {
            context.add(Message.user("the task"));
            context.add(Message.toolCall("1", "Read", Map.of()));
            context.add(Message.toolCall("2", "Read", Map.of()));
            context.add(Message.toolResult("1", "x".repeat(2_400)));
            context.add(Message.toolResult("2", "x".repeat(2_400)));
            assertThat(context.full()).isTrue();
            context.compact();

            assertThat(context.full()).isFalse();
            assertThat(context.messages().get(3).text()).contains("were cut here");
            assertThat(context.messages().get(4).text()).hasSize(2_400);
        }
    }

    @Test
    void a_call_in_flight_stays_and_so_does_what_waits_for_it() {
        for (int i = 1; i <= 6; i++) {
            turn(i);
        }
        context.add(Message.toolCall("a", "Bash", Map.of("command", "sleep 1")));
        context.inject(Injection.of("waiting", "hook", "tool:pre"));
        for (int i = 0; i < 5; i++) {
            context.add(Message.user(padded("are you there?")));
        }
        Compaction done = context.compact();
        context.add(Message.toolResult("a", "done"));

        assertThat(texts().subList(1, 2)).containsExactly("");
        assertThat(texts()).endsWith("done", "waiting");
        assertThat(done.messages()).isEqualTo(context.messages().size() - 1);
        assertThat(journal.messages()).isEqualTo(context.messages());
    }

    @Test
    void a_conversation_that_fits_stays_as_it_is_and_nothing_is_written() {
        turn(1);
        List<Message> before = context.messages();
        Compaction done = context.compact();

        assertThat(context.messages()).isEqualTo(before);
        assertThat(done.removedMessages()).isZero();
        assertThat(journal.written()).hasSize(2);
    }

    @Test
    void an_ephemeral_injection_survives_it() {
        for (int i = 1; i <= 8; i++) {
            turn(i);
        }
        context.inject(new Injection("todo", Role.SYSTEM, true, false, "hook", "prompt:submit", null, false));
        context.compact();

        assertThat(context.forNextRequest().getLast().text()).isEqualTo("todo");
    }
}
