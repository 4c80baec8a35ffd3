package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ChatHistoryTest {

    private static final LangChainProviderModule FREE = new OpenAiProviderModule();
    private static final LangChainProviderModule STRICT = new AnthropicProviderModule();

    private static List<String> sent(LangChainProviderModule module, Message... messages) {
        return ChatHistory.of(List.of(messages), module, "some-model").stream()
                .map(ChatHistoryTest::shortly)
                .toList();
    }

    private static String shortly(ChatMessage message) {
        return switch (message) {
            case SystemMessage it -> "system " + it.text();
            case UserMessage it -> "user " + it.singleText();
            case AiMessage it ->
                "assistant " + it.text() + " " + it.toolExecutionRequests().size();
            case ToolExecutionResultMessage it -> "result " + it.toolName() + " " + it.text();
            default -> "unexpected " + message;
        };
    }

    private static Message calls(String... ids) {
        return Message.assistant(
                "",
                List.of(ids).stream()
                        .map(it -> new ToolCall(it, "Tool-" + it, EventData.empty()))
                        .toList());
    }

    @Nested
    class SystemMessages {

        @Test
        void stay_where_they_are_if_the_service_takes_them() {
            assertThat(sent(FREE, Message.system("a"), Message.user("b"), Message.system("c"), Message.user("d")))
                    .containsExactly("system a", "user b", "system c", "user d");
        }

        @Test
        void keep_their_place_as_marked_user_messages_otherwise() {
            assertThat(sent(STRICT, Message.system("a"), Message.system("b"), Message.user("c"), Message.system("d")))
                    .containsExactly("system a", "system b", "user c", "user <system>\nd\n</system>");
        }
    }

    @Nested
    class ToolResults {

        @Test
        void follow_their_calls_at_once_and_what_stood_between_comes_after() {
            assertThat(sent(
                            FREE,
                            calls("1", "2"),
                            Message.system("x"),
                            Message.toolResult("1", "a"),
                            Message.user("y"),
                            Message.toolResult("2", "b"),
                            Message.user("z")))
                    .containsExactly(
                            "assistant null 2", "result Tool-1 a", "result Tool-2 b", "system x", "user y", "user z");
        }

        @Test
        void that_never_came_hold_nothing_back() {
            assertThat(sent(FREE, calls("1"), Message.user("y"), Message.assistant("ok"), Message.user("z")))
                    .containsExactly("assistant null 1", "user y", "assistant ok 0", "user z");
        }

        @Test
        void of_a_call_that_nobody_made_are_still_sent() {
            assertThat(sent(FREE, Message.toolResult("9", "a"))).containsExactly("result tool a");
        }
    }

    @Nested
    class EmptyMessages {

        @Test
        void of_the_system_and_the_assistant_are_left_out() {
            assertThat(sent(STRICT, Message.system(" "), Message.user("a"), Message.assistant("")))
                    .containsExactly("user a");
        }

        @Test
        void of_users_and_tools_say_that_they_are() {
            assertThat(sent(STRICT, Message.user(""), calls("1"), Message.toolResult("1", "\n")))
                    .containsExactly("user (nothing)", "assistant null 1", "result Tool-1 (nothing)");
        }
    }
}
