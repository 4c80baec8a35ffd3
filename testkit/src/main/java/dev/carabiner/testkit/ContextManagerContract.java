package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.ContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionTooLargeException;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What every context manager promises. */
public abstract class ContextManagerContract {

    private ContextManager context;

    /** A new, empty conversation with the usual limits. */
    protected abstract ContextManager newContext();

    @BeforeEach
    void begin() {
        context = newContext();
    }

    private static Injection said(String text) {
        return Injection.of(text, "hook", "tool:post");
    }

    private static Injection ephemeral(String text, boolean appended) {
        return new Injection(text, Role.SYSTEM, true, appended, "hook", "tool:post", null, false);
    }

    private List<String> texts() {
        return context.messages().stream().map(Message::text).toList();
    }

    private List<String> nextRequest() {
        return context.forNextRequest().stream().map(Message::text).toList();
    }

    @Nested
    class A_persistent_injection {

        @Test
        void stands_where_it_was_made() {
            context.add(Message.user("hello"));
            context.inject(said("note"));
            context.add(Message.assistant("hi"));

            assertThat(texts()).containsExactly("hello", "note", "hi");
        }

        @Test
        void made_while_a_tool_runs_comes_after_the_tools_result() {
            context.add(Message.toolCall("1", "Write", Map.of()));
            context.inject(said("feedback"));
            context.add(Message.toolResult("1", "written"));

            assertThat(texts()).containsExactly("", "written", "feedback");
        }

        @Test
        void comes_after_all_results_when_several_tools_run() {
            context.add(Message.assistant(
                    "two things",
                    List.of(
                            new ToolCall("1", "Read", EventData.empty()),
                            new ToolCall("2", "Read", EventData.empty()))));
            context.inject(said("early"));
            context.add(Message.toolResult("1", "one"));
            context.inject(said("late"));
            context.add(Message.toolResult("2", "two"));

            assertThat(texts()).containsExactly("two things", "one", "two", "early", "late");
        }

        @Test
        void comes_after_all_results_when_each_call_is_a_message_of_its_own() {
            context.add(Message.toolCall("1", "Read", Map.of()));
            context.inject(said("early"));
            context.add(Message.toolCall("2", "Read", Map.of()));
            context.add(Message.toolResult("2", "two"));
            context.inject(said("late"));
            context.add(Message.toolResult("1", "one"));

            assertThat(texts()).containsExactly("", "", "two", "one", "early", "late");
        }

        @Test
        void comes_after_the_result_even_if_the_user_speaks_in_between() {
            context.add(Message.toolCall("1", "Bash", Map.of()));
            context.inject(said("note"));
            context.add(Message.user("how is it going?"));
            context.add(Message.toolResult("1", "done"));

            assertThat(texts()).containsExactly("", "how is it going?", "done", "note");
        }

        @Test
        void is_not_lost_when_the_result_never_comes() {
            context.add(Message.toolCall("1", "Bash", Map.of()));
            context.inject(said("note"));
            context.add(Message.user("never mind"));
            assertThat(texts()).containsExactly("", "never mind", "note");

            context.add(Message.assistant("all right"));

            assertThat(texts()).containsExactly("", "never mind", "note", "all right");
        }

        @Test
        void over_the_size_limit_is_refused_and_says_so() {
            assertThatThrownBy(() -> context.inject(said("x".repeat(10_241))))
                    .isInstanceOf(InjectionTooLargeException.class)
                    .hasMessageContaining("exceeds 10240 bytes");
            assertThat(texts()).isEmpty();
        }

        @Test
        void is_made_safe_when_nobody_has_done_so() {
            context.inject(said("\u001B[31mred"));

            assertThat(texts()).containsExactly("red");
        }
    }

    @Nested
    class An_ephemeral_injection {

        @Test
        void is_in_the_next_request_only_and_never_stored() {
            context.add(Message.user("hello"));
            context.inject(ephemeral("todo", false));

            assertThat(texts()).containsExactly("hello");
            assertThat(nextRequest()).containsExactly("hello", "todo");
            assertThat(nextRequest()).containsExactly("hello");
        }

        @Test
        void waits_for_the_request_however_much_happens_before() {
            context.inject(ephemeral("todo", false));
            context.add(Message.user("hello"));
            context.messages();

            assertThat(nextRequest()).containsExactly("hello", "todo");
        }

        @Test
        void goes_to_the_end_of_the_last_tool_result_if_it_asks_to() {
            context.add(Message.toolCall("1", "Bash", Map.of()));
            context.add(Message.toolResult("1", "done"));
            context.inject(ephemeral("plain", false));
            context.inject(ephemeral("appended", true));
            context.inject(ephemeral("also", true));

            assertThat(nextRequest()).containsExactly("", "done\n\nappended\n\nalso", "plain");
            assertThat(texts()).containsExactly("", "done");
        }

        @Test
        void stands_alone_if_the_last_message_is_no_tool_result() {
            context.add(Message.toolResult("1", "done"));
            context.add(Message.user("and now?"));
            context.inject(ephemeral("appended", true));

            assertThat(nextRequest()).containsExactly("done", "and now?", "appended");
        }

        @Test
        void is_never_doubled_or_lost_when_threads_inject_while_another_sends() throws Exception {
            int each = 2_000;
            List<Thread> hooks = IntStream.range(0, 4)
                    .mapToObj(thread -> Thread.ofPlatform()
                            .start(() -> IntStream.range(0, each)
                                    .forEach(i -> context.inject(ephemeral(thread + ":" + i, false)))))
                    .toList();
            List<String> sent = new ArrayList<>();
            while (hooks.stream().anyMatch(Thread::isAlive)) {
                sent.addAll(nextRequest());
            }
            for (Thread hook : hooks) {
                hook.join();
            }
            sent.addAll(nextRequest());

            assertThat(sent).hasSize(4 * each).doesNotHaveDuplicates();
        }
    }

    @Test
    void what_was_returned_does_not_change_afterwards() {
        List<Message> before = context.messages();
        context.add(Message.user("hello"));

        assertThat(before).isEmpty();
        assertThatThrownBy(() -> context.messages().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
