package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is particular about one kind of service. A piece is the JSON of a whole answer, or of one event of a streamed
 * one.
 */
interface Dialect {

    String name();

    /** For the message that says that none was named. */
    String exampleModel();

    String defaultAddress();

    /** Where the interface is below a bare host. */
    String defaultPath();

    /** Environment variables that hold the address. */
    default List<String> addressVariables() {
        return List.of();
    }

    /** The address that the value of such a variable means. */
    default String addressFrom(String value) {
        return value;
    }

    /** Environment variables that hold the key, the most usual first. */
    List<String> keyVariables();

    /** Whether a service elsewhere is never without a key. */
    default boolean needsKey() {
        return true;
    }

    /** The header that carries the key. */
    String keyHeader();

    /** What stands before the key in it. */
    default String keyPrefix() {
        return "";
    }

    default @Nullable Integer defaultMaxTokens() {
        return null;
    }

    ChatModel model(ProviderSettings settings, HttpClientBuilder http);

    StreamingChatModel streamingModel(ProviderSettings settings, HttpClientBuilder http);

    /** Whether a system message may stand between others. */
    default boolean systemAnywhere() {
        return true;
    }

    /** Whether a schema is taken as it is, also where LangChain4j has no words for it. */
    default boolean anySchema() {
        return true;
    }

    /** A tool's result, with all that the service wants to know of the call. */
    default ChatMessage toolResult(String id, String tool, String text, boolean isError) {
        return ToolExecutionResultMessage.builder()
                .id(id)
                .toolName(tool)
                .text(text)
                .isError(isError)
                .build();
    }

    /** What of an answer's attributes must be given back with it to the model that gave it. */
    default EventData toKeep(Map<String, Object> attributes, String model) {
        return EventData.empty();
    }

    /** The attributes again, from the metadata of a message that this model or another one, or a file, may have given. */
    default Map<String, Object> kept(Map<String, @Nullable Object> metadata, String model) {
        return Map.of();
    }

    /** The body as it is sent, for what LangChain4j does not get right. */
    default String request(String body, String model) {
        return body;
    }

    /** Why the answer ends, in the service's words; null if the piece does not say. */
    @Nullable
    String stopReason(EventData piece);

    /** Whether the answer is complete with this piece. */
    boolean isLast(EventData piece);

    /** Why the service will not answer this request, or null if it does. */
    default @Nullable String refusal(EventData piece) {
        return null;
    }
}
