package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.event.EventData;
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
    class The_note {

        private void run(String id, String command, Message result) {
            context.add(Message.toolCall(id, "Bash", Map.of("command", command)));
            context.add(result);
        }

        private String noted() {
            return context.messages().stream()
                    .filter(message -> "compaction".equals(message.metadata().get("source")))
                    .map(Message::text)
                    .findFirst()
                    .orElse("");
        }

        @Test
        void lists_the_calls_that_went_and_what_came_of_them() {
            context.add(Message.user("the task"));
            EventData failed = EventData.of("is_error", true);
            run("1", "./pay.sh 1", Message.toolResult("1", padded("paid")));
            run(
                    "2",
                    "rm -rf /",
                    Message.toolResult("2", padded("Denied by hook: no")).withMetadata(failed));
            run("3", "./pay.sh\n3", Message.toolResult("3", padded("no money")).withMetadata(failed));
            for (int i = 4; i <= 6; i++) {
                context.add(Message.assistant("x".repeat(800)));
            }
            context.compact();

            assertThat(noted())
                    .contains(
                            "what came of each:",
                            "\n- Bash `./pay.sh 1`: ok\n- Bash `rm -rf /`: denied\n- Bash `./pay.sh\\n3`: failed\n]");
        }

        @Test
        void hands_on_what_the_one_before_it_listed() {
            context.add(Message.user("the task"));
            run("1", "./pay.sh 1", Message.toolResult("1", "paid"));
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < 4; i++) {
                    context.add(Message.assistant("x".repeat(800)));
                }
                context.compact();
            }

            assertThat(noted()).contains("- Bash `./pay.sh 1`: ok");
        }

        @Test
        void is_bounded_however_much_was_called() {
            context.add(Message.user("the task"));
            for (int i = 1; i <= 300; i++) {
                run("c" + i, "y".repeat(5_000) + i, Message.toolResult("c" + i, "done"));
            }
            context.compact();
            step("last");
            context.compact();

            assertThat(noted()).contains("before these are not listed").hasSizeLessThan(400);
            assertThat(context.tokens()).isLessThanOrEqualTo(300);
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
        void say_how_long_they_were_though_they_were_cut_before() {
            context.add(Message.user("the task"));
            context.add(Message.toolCall("1", "Read", Map.of()));
            context.add(Message.toolResult("1", "x".repeat(9_000)));
            assertThat(context.messages().get(2).text()).contains(" of 9000 characters");
            context.add(Message.assistant("read"));
            context.add(Message.user("and now?"));
            context.compact();

            assertThat(context.messages().get(2).text())
                    .contains(" of 9000 characters")
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
