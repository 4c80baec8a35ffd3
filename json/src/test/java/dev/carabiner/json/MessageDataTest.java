package dev.carabiner.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageDataTest {

    static Stream<Message> messages() {
        EventData input = EventData.of("path", "a\tb\u0000\u2028", "deep", List.of(Map.of("n", 1.5, "big", 1L << 40)));
        return Stream.of(
                Message.system(""),
                Message.user("hello \uD83D\uDE00 \"quoted\"\n"),
                Message.user("half a character: \uD83D"),
                Message.assistant("two", List.of(new ToolCall("1", "Read", input), new ToolCall("2", "Bash", input))),
                Message.toolCall("", "", EventData.empty()),
                Message.toolResult("1", "done").withMetadata(Map.of("is_error", true, "source", "hook")));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void comes_back_from_event_data_and_from_json_as_it_was(Message message) {
        EventData data = MessageData.of(message);

        assertThat(MessageData.read(data)).isEqualTo(message);
        assertThat(MessageData.read(EventDataJson.read(EventDataJson.write(data))))
                .isEqualTo(message);
    }

    @Test
    void holds_only_what_there_is() {
        assertThat(EventDataJson.write(MessageData.of(Message.user("hi"))))
                .isEqualTo("{\"role\":\"user\",\"content\":\"hi\"}");
        assertThat(EventDataJson.write(MessageData.of(Message.toolCall("1", "Read", Map.of("path", "x")))))
                .isEqualTo("{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":"
                        + "[{\"id\":\"1\",\"name\":\"Read\",\"input\":{\"path\":\"x\"}}]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"role\":\"user\"}",
                "{\"role\":\"User\",\"content\":\"\"}",
                "{\"role\":7,\"content\":\"\"}",
                "{\"role\":\"user\",\"content\":null}",
                "{\"role\":\"user\",\"content\":[\"x\"]}",
                "{\"role\":\"user\",\"content\":\"\",\"metadata\":[]}",
                "{\"role\":\"user\",\"content\":\"\",\"tool_calls\":{}}",
                "{\"role\":\"user\",\"content\":\"\",\"tool_calls\":[null]}",
                "{\"role\":\"user\",\"content\":\"\",\"tool_calls\":[{\"id\":\"1\",\"name\":\"Read\"}]}",
                "{\"role\":\"user\",\"content\":\"\",\"tool_calls\":[{\"id\":1,\"name\":\"Read\",\"input\":{}}]}",
                "{\"role\":\"tool\",\"content\":\"\",\"tool_call_id\":1}"
            })
    void is_refused_if_it_is_none(String json) {
        EventData data = EventDataJson.read(json);

        assertThatThrownBy(() -> MessageData.read(data)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void is_refused_where_a_hook_has_left_something_else() {
        assertThatThrownBy(() -> MessageData.read("hi")).hasMessage("One of the messages is not an object");
        assertThatThrownBy(() -> MessageData.read(null)).hasMessage("One of the messages is not an object");
    }

    @Test
    void is_read_from_the_plain_map_that_event_data_gives() {
        assertThat(MessageData.read(MessageData.of(Message.user("hi")).asMap())).isEqualTo(Message.user("hi"));
    }
}
