package dev.carabiner.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.testkit.ContextManagerContract;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InMemoryContextManagerTest extends ContextManagerContract {

    private final List<String> told = new ArrayList<>();
    private final InMemoryContextManager logged = logged();

    @Override
    protected ContextManager newContext() {
        return new InMemoryContextManager();
    }

    private InMemoryContextManager logged() {
        return new InMemoryContextManager(InjectionLimits.DEFAULT, Clock.systemUTC(), new MessageJournal() {
            @Override
            public void added(Message message) {
                if (message.text().equals("poison")) {
                    throw new IllegalStateException("disk full");
                }
                told.add("stored " + message.text());
            }

            @Override
            public void held(Message message) {
                told.add("held " + message.text());
            }

            @Override
            public void compacted(List<Message> kept) {
                told.add("compacted to " + kept.size());
            }
        });
    }

    private static Injection note(String text) {
        return Injection.of(text, "hook", "tool:post");
    }

    private static List<String> texts(ContextManager context) {
        return context.messages().stream().map(Message::text).toList();
    }

    @Nested
    class Its_journal {

        @Test
        void is_told_of_each_message_in_the_order_of_the_conversation() {
            logged.add(Message.toolCall("1", "Write", Map.of()));
            logged.inject(note("feedback"));
            logged.add(Message.toolResult("1", "written"));
            logged.inject(note("more"));

            assertThat(told)
                    .containsExactly("stored ", "held feedback", "stored written", "stored feedback", "stored more");
        }

        @Test
        void keeps_out_what_it_cannot_take() {
            assertThatThrownBy(() -> logged.add(Message.user("poison"))).hasMessage("disk full");
            assertThatThrownBy(() -> logged.inject(note("poison"))).hasMessage("disk full");
            assertThat(texts(logged)).isEmpty();
        }

        @Test
        void does_not_lose_what_waits_when_it_cannot_take_it() {
            logged.add(Message.toolCall("1", "Write", Map.of()));
            logged.inject(note("first"));
            logged.inject(note("poison"));

            assertThatThrownBy(() -> logged.add(Message.toolResult("1", "written")))
                    .hasMessage("disk full");
            assertThat(texts(logged)).containsExactly("", "written", "first", "poison");
        }
    }

    @Nested
    class A_restored_conversation {

        @Test
        void goes_on_where_it_was_and_is_not_logged_again() {
            logged.restore(List.of(Message.user("hello")));
            logged.add(Message.assistant("hi"));

            assertThat(texts(logged)).containsExactly("hello", "hi");
            assertThat(told).containsExactly("stored hi");
        }

        @Test
        void still_waits_for_the_results_of_its_calls() {
            logged.add(Message.toolCall("1", "Write", Map.of()));
            logged.inject(note("early"));
            InMemoryContextManager restored = logged();
            restored.restore(logged.messages());
            restored.inject(note("late"));
            restored.add(Message.toolResult("1", "written"));

            assertThat(texts(restored)).containsExactly("", "written", "early", "late");
        }
    }

    @Nested
    class Rewriting {

        @Test
        void replaces_what_is_stored_and_leaves_what_waits() {
            logged.add(Message.user("old"));
            logged.add(Message.toolCall("1", "Write", Map.of()));
            logged.inject(note("feedback"));
            logged.rewrite(stored -> List.of(Message.user("new"), stored.getLast()));
            logged.add(Message.toolResult("1", "written"));

            assertThat(texts(logged)).containsExactly("new", "", "written", "feedback");
        }

        @Test
        void that_fails_changes_nothing() {
            logged.add(Message.user("old"));

            assertThatThrownBy(() -> logged.rewrite(stored -> {
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            assertThat(texts(logged)).containsExactly("old");
        }
    }
}
