package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.testkit.ContextManagerContract;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SessionContextTest extends ContextManagerContract {

    private final JournalRecorder journal = new JournalRecorder();
    private final SessionContext session = context(ContextSettings.DEFAULT, List.of());

    @Override
    protected ContextManager newContext() {
        return context(ContextSettings.DEFAULT, List.of());
    }

    private SessionContext context(ContextSettings settings, List<Message> before) {
        return new SessionContext(
                settings, InjectionLimits.DEFAULT, Clock.systemUTC(), TokenCounter.approximate(), journal, before);
    }

    private static Injection note(String text) {
        return Injection.of(text, "linter", "tool:post");
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream().map(Message::text).toList();
    }

    @Nested
    class The_journal {

        @Test
        void has_a_message_when_it_has_been_added() {
            session.add(Message.user("hello"));
            session.inject(note("careful"));

            assertThat(journal.written()).containsExactly("added hello", "added careful");
        }

        @Test
        void has_what_waits_for_a_result_at_once_and_again_in_its_place() {
            session.add(Message.toolCall("1", "Write", Map.of()));
            session.inject(note("first"));
            session.inject(note("second"));
            assertThat(journal.written()).containsExactly("added ", "held first", "held second");

            session.add(Message.toolResult("1", "written"));

            assertThat(journal.written().subList(3, 6)).containsExactly("added written", "added first", "added second");
        }

        @Test
        void never_has_an_ephemeral_injection() {
            session.inject(new Injection("todo", Role.SYSTEM, true, false, "hook", "prompt:submit", null, false));
            session.forNextRequest();

            assertThat(journal.written()).isEmpty();
        }

        @Test
        void that_fails_keeps_the_message_out() {
            session.add(Message.user("hello"));
            journal.failWith(new IllegalStateException("disk full"));

            assertThatThrownBy(() -> session.add(Message.assistant("hi"))).hasMessage("disk full");
            assertThatThrownBy(() -> session.inject(note("careful"))).hasMessage("disk full");
            assertThat(texts(session.messages())).containsExactly("hello");
        }

        @Test
        void that_fails_keeps_the_conversation_as_it_was_before_a_compaction() {
            SessionContext small = context(new ContextSettings(200, 0.8, 0.5, 100, 1), turns(20));
            List<Message> before = small.messages();
            journal.failWith(new IllegalStateException("disk full"));

            assertThatThrownBy(small::compact).hasMessage("disk full");
            assertThat(small.messages()).isEqualTo(before);
        }
    }

    @Nested
    class A_resumed_session {

        @Test
        void goes_on_where_it_was_without_writing_that_again() {
            SessionContext resumed = context(ContextSettings.DEFAULT, List.of(Message.user("hello")));
            resumed.add(Message.assistant("hi"));

            assertThat(texts(resumed.messages())).containsExactly("hello", "hi");
            assertThat(journal.written()).containsExactly("added hi");
        }

        @Test
        void still_puts_an_injection_after_the_result_it_waited_for() {
            session.add(Message.toolCall("1", "Write", Map.of()));
            session.inject(note("careful"));
            SessionContext resumed = context(ContextSettings.DEFAULT, session.messages());
            resumed.inject(note("more"));
            resumed.add(Message.toolResult("1", "written"));

            assertThat(texts(resumed.messages())).containsExactly("", "written", "careful", "more");
            assertThat(journal.written().subList(2, 6))
                    .containsExactly("held more", "added written", "added careful", "added more");
        }

        @Test
        void has_the_same_messages_whatever_they_are() {
            session.add(Message.toolCall("1", "Write", Map.of()));
            session.inject(note("lost its result"));
            session.add(Message.user("never mind"));
            session.add(Message.assistant("all right"));
            session.inject(note("later"));
            SessionContext resumed = context(ContextSettings.DEFAULT, session.messages());

            assertThat(resumed.messages()).isEqualTo(session.messages());
        }
    }

    @Nested
    class A_tool_result {

        private final SessionContext small = context(new ContextSettings(10_000, 0.8, 0.5, 100, 4), List.of());

        @Test
        void within_its_budget_stays_as_it_is() {
            small.add(Message.toolResult("1", "x".repeat(400)));

            assertThat(small.messages().getFirst().text()).isEqualTo("x".repeat(400));
        }

        @Test
        void over_its_budget_loses_its_middle_and_says_how_much() {
            small.add(Message.toolResult("1", "begin " + "x".repeat(4_000) + " end"));
            String text = small.messages().getFirst().text();

            assertThat(text).startsWith("begin x").endsWith("x end");
            assertThat(text).containsPattern("\\[… \\d+ of 4010 characters, about \\d+ tokens, were cut here …]");
            assertThat(TokenCounter.approximate().count(text)).isBetween(50, 100);
            assertThat(journal.written()).containsExactly("added " + text);
        }

        @Test
        void is_never_cut_within_a_character() {
            for (int length = 500; length < 520; length++) {
                small.add(Message.toolResult("1", "x".repeat(length % 7) + "\uD83D\uDE00".repeat(length)));
            }

            assertThat(texts(small.messages()))
                    .allSatisfy(text -> assertThat(text.codePoints())
                            .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
        }

        @Test
        void whose_end_is_denser_than_its_beginning_fits_its_budget_too() {
            TokenCounter dense =
                    text -> (int) text.chars().filter(c -> c == '#').count();
            String text = new ResultCutter(dense)
                    .cut(Message.toolResult("1", " ".repeat(100_000) + "#".repeat(3_000)), 100)
                    .text();

            assertThat(dense.count(text)).isLessThanOrEqualTo(100);
        }

        @Test
        void keeps_its_call_and_its_metadata() {
            small.add(Message.toolResult("7", "x".repeat(9_000)).withMetadata(Map.of("is_error", true)));
            Message cut = small.messages().getFirst();

            assertThat(cut.toolCallId()).isEqualTo("7");
            assertThat(cut.metadata()).containsEntry("is_error", true);
        }
    }

    @Nested
    class Being_full {

        @Test
        void begins_at_the_threshold() {
            SessionContext small = context(new ContextSettings(200, 0.5, 0.4, 100, 1), List.of());
            small.add(Message.user("x".repeat(4 * 95))); // and 4 around it
            assertThat(small.tokens()).isEqualTo(99);
            assertThat(small.full()).isFalse();

            small.add(Message.assistant(""));

            assertThat(small.full()).isTrue();
        }

        @Test
        void counts_calls_results_and_what_waits() {
            session.add(Message.toolCall("1", "Read", Map.of("path", "x".repeat(400))));
            int withCall = session.tokens();
            session.inject(note("x".repeat(40)));

            assertThat(withCall).isGreaterThan(100);
            assertThat(session.tokens()).isEqualTo(withCall + 14);
        }

        @Test
        void is_not_said_again_when_a_compaction_could_not_help_and_nothing_was_added() {
            SessionContext small = context(new ContextSettings(200, 0.5, 0.4, 100, 1), List.of());
            small.add(Message.user("x".repeat(2_000)));
            assertThat(small.full()).isTrue();

            Compaction done = small.compact();

            assertThat(done.currentTokens()).isEqualTo(done.previousTokens());
            assertThat(small.full()).isFalse();
            small.add(Message.user("more"));
            assertThat(small.full()).isTrue();
        }
    }

    /** Prompts and answers of about 20 tokens each. */
    private static List<Message> turns(int count) {
        List<Message> messages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            messages.add(Message.user("prompt " + i + " " + "x".repeat(60)));
            messages.add(Message.assistant("answer " + i + " " + "x".repeat(60)));
        }
        return messages;
    }
}
