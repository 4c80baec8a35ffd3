package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Google Gemini, by its public interface with a key. */
public final class GeminiProviderModule extends LangChainProviderModule {

    /** Models from the third generation on, which want their thoughts back with their calls. */
    private static final Pattern SIGNING = Pattern.compile("gemini-([3-9]|[1-9][0-9]+)\\b.*");

    /** What Google has clients say that have no signature to give back: the step may be another model's, or a hook's. */
    private static final String NO_SIGNATURE = "skip_thought_signature_validator";

    private static final String SIGNATURE = "thoughtSignature";

    /** For the service loader. */
    public GeminiProviderModule() {
        super(new Preset(
                "provider-gemini",
                "Google's Gemini models.",
                "dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel",
                "gemini-2.5-pro",
                "https://generativelanguage.googleapis.com/v1beta",
                "",
                List.of("GEMINI_API_KEY", "GOOGLE_API_KEY"),
                Map.of(),
                Set.of(Trait.NEEDS_KEY, Trait.NO_THOUGHTS_BACK)));
    }

    /** The results of calls that were made together must come together, and LangChain4j sends each by itself. */
    @Override
    String request(String body, String model) {
        EventData sent = Json.read(body);
        boolean signing = SIGNING.matcher(model).matches();
        List<Map<Object, Object>> contents = new ArrayList<>();
        List<Object> before = List.of();
        for (Object content : Json.list(sent, "/contents")) {
            Map<Object, Object> fields = new LinkedHashMap<>((Map<?, ?>) content);
            List<Object> parts = new ArrayList<>(fields.get("parts") instanceof List<?> list ? list : List.of());
            if (areResults(before) && areResults(parts)) {
                before.addAll(parts);
                continue;
            }
            fields.put("parts", parts);
            contents.add(fields);
            before = parts;
        }
        contents.forEach(content ->
                content.computeIfPresent("parts", (key, parts) -> signed((List<?>) parts, signing)));
        return EventDataJson.write(sent.with("contents", contents));
    }

    /** Only the first call of a step is signed. Older models sign anything, and want it back there or not at all. */
    private static List<Object> signed(List<?> parts, boolean signing) {
        boolean open = signing;
        List<Object> signed = new ArrayList<>();
        for (Object part : parts) {
            Map<Object, Object> fields = new LinkedHashMap<>((Map<?, ?>) part);
            if (!signing) {
                fields.remove(SIGNATURE);
            } else if (open && fields.containsKey("functionCall")) {
                open = false;
                fields.putIfAbsent(SIGNATURE, NO_SIGNATURE);
            }
            signed.add(fields);
        }
        return signed;
    }

    private static boolean areResults(List<?> parts) {
        return !parts.isEmpty() && parts.stream().allMatch(part -> ((Map<?, ?>) part).containsKey("functionResponse"));
    }
}
