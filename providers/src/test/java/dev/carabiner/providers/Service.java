package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderModule;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The wire format of one kind of service, written by hand from its documentation: what it sends, and what it must be
 * sent. All answers say that 11 tokens came in and 7 went out.
 */
interface Service {

    List<Service> PRESETS =
            List.of(new OpenAiService(), new AnthropicService(), new GeminiService(), new OllamaService());

    List<Service> ALL =
            Stream.concat(PRESETS.stream(), Stream.of(new MistralService())).toList();

    ProviderModule module();

    /** What the bundle says beside the model, the address and the key. */
    default Map<String, Object> settings() {
        return Map.of();
    }

    String model();

    /** The header with the key as the server must get it. */
    String keyHeader();

    String keyPrefix();

    String answerPath();

    String streamPath();

    /** An answer that says {@code Hello there}. */
    String answer();

    /** An answer that says {@code Looking.}, and calls Read with path a.txt and Bash with command ls and timeout 5. */
    String toolCalls();

    String streamType();

    /** {@code Hello there}, in two pieces. */
    List<String> stream();

    List<String> streamedToolCalls();

    /** Thinks {@code Hm.}, then says {@code Yes}. */
    List<String> streamedThinking();

    /** The body of an error response. */
    String error(String message);

    /** An error in the middle of a stream that began well. */
    List<String> brokenStream(String message);

    /** A call of Bash whose input is not a JSON object; as a stream. */
    List<String> streamedNonsense();

    /** Whether the arguments of a call are a text of their own, which may be anything, and not a part of the JSON. */
    default boolean argumentsAreText() {
        return false;
    }

    String stopWord();

    String toolStopWord();

    /** What {@link Conversations#LONG} must become; without streaming. */
    String request();

    /** One event of a stream. */
    static String event(String data) {
        return "data: " + data.strip().replace("\n", "") + "\n\n";
    }
}
