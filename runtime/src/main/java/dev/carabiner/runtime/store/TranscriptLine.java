package dev.carabiner.runtime.store;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One line of a transcript: what happened to the conversation. */
sealed interface TranscriptLine {

    record Added(Message message) implements TranscriptLine {}

    /** An injection that waits for a tool's result. It is added later, or was on its way when the session died. */
    record Held(Message message) implements TranscriptLine {}

    record Compacted(List<Message> messages) implements TranscriptLine {}

    private EventData toData() {
        return switch (this) {
            case Added added -> EventData.of("type", "added", "message", MessageData.of(added.message));
            case Held held -> EventData.of("type", "held", "message", MessageData.of(held.message));
            case Compacted compacted ->
                EventData.of(
                        "type",
                        "compacted",
                        "messages",
                        compacted.messages.stream().map(MessageData::of).toList());
        };
    }

    /**
     * The line with its end, as it is written. Only what can be read back is: the limits on reading are not those on
     * putting a message together.
     *
     * @param redact applied to every text in it
     */
    default byte[] bytes(UnaryOperator<String> redact) {
        try {
            String json = EventDataJson.write(redacted(toData(), redact));
            read(json.getBytes(StandardCharsets.UTF_8));
            return (json + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (CarabinerException | IllegalArgumentException e) {
            throw new StoreException("A message cannot be written down: " + e.getMessage(), e);
        }
    }

    /**
     * Reads a line without its end.
     *
     * @throws CarabinerException if it is no JSON
     * @throws IllegalArgumentException if it is no line of a transcript
     */
    static TranscriptLine read(byte[] line) {
        EventData data = EventDataJson.read(line);
        return switch (String.valueOf(data.get("type"))) {
            case "added" -> new Added(MessageData.read(data.get("message")));
            case "held" -> new Held(MessageData.read(data.get("message")));
            case "compacted" -> new Compacted(messages(data.get("messages")));
            default -> throw new IllegalArgumentException("its type is none of added, held and compacted");
        };
    }

    private static List<Message> messages(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(MessageData::read).toList();
        }
        throw new IllegalArgumentException("its messages are no list");
    }

    private static EventData redacted(EventData data, UnaryOperator<String> redact) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        data.asMap().forEach((key, value) -> fields.put(key, redacted(value, redact)));
        return EventData.of(fields);
    }

    private static @Nullable Object redacted(@Nullable Object value, UnaryOperator<String> redact) {
        return switch (value) {
            case String text -> redact.apply(text);
            case List<?> list -> {
                List<@Nullable Object> changed = new ArrayList<>();
                list.forEach(element -> changed.add(redacted(element, redact)));
                yield changed;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> changed = new LinkedHashMap<>();
                map.forEach((key, field) -> changed.put(redact.apply(String.valueOf(key)), redacted(field, redact)));
                yield changed;
            }
            case null, default -> value;
        };
    }
}
