package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Corrects the conversation that LangChain4j writes for Gemini. */
final class GeminiContents {

    /** What Google has clients say that have no signature to give back: the step may be another model's, or a hook's. */
    private static final String NO_SIGNATURE = "skip_thought_signature_validator";

    private static final String SIGNATURE = "thoughtSignature";

    private final boolean signing;

    GeminiContents(boolean signing) {
        this.signing = signing;
    }

    EventData corrected(EventData body) {
        List<EventData> contents = new ArrayList<>();
        for (EventData content : objects(body.get("contents"))) {
            if (is("functionResponse", content) && !contents.isEmpty() && is("functionResponse", contents.getLast())) {
                contents.add(joined(contents.removeLast(), content));
            } else {
                contents.add(signed(content));
            }
        }
        return body.with("contents", contents);
    }

    /** The results of calls that were made together must come together, and LangChain4j sends each by itself. */
    private static EventData joined(EventData first, EventData second) {
        List<EventData> parts = new ArrayList<>(objects(first.get("parts")));
        parts.addAll(objects(second.get("parts")));
        return first.with("parts", parts);
    }

    /** Only the first call of a step is signed. Older models sign anything, and want it back there or not at all. */
    private EventData signed(EventData content) {
        List<EventData> parts = new ArrayList<>();
        boolean open = true;
        for (EventData part : objects(content.get("parts"))) {
            boolean call = part.has("functionCall");
            if (!signing) {
                parts.add(part.without(SIGNATURE));
            } else if (call && open && !part.has(SIGNATURE)) {
                parts.add(part.with(SIGNATURE, NO_SIGNATURE));
            } else {
                parts.add(part);
            }
            open &= !call;
        }
        return content.with("parts", parts);
    }

    private static boolean is(String kind, EventData content) {
        List<EventData> parts = objects(content.get("parts"));
        return !parts.isEmpty() && parts.stream().allMatch(it -> it.has(kind));
    }

    private static List<EventData> objects(@Nullable Object list) {
        List<EventData> objects = new ArrayList<>();
        if (list instanceof List<?> values) {
            for (Object value : values) {
                EventData object =
                        value instanceof Map<?, ?> ? EventData.of("it", value).object("it") : null;
                if (object != null) {
                    objects.add(object);
                }
            }
        }
        return objects;
    }
}
