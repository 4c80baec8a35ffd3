package dev.carabiner.providers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
        ObjectNode sent = Json.read(body);
        boolean signing = SIGNING.matcher(model).matches();
        ArrayNode contents = sent.withArray("contents");
        for (int i = 0; i < contents.size(); i++) {
            ArrayNode parts = contents.get(i).withArray("parts");
            while (areResults(parts) && areResults(contents.path(i + 1).path("parts"))) {
                parts.addAll((ArrayNode) contents.remove(i + 1).get("parts"));
            }
            sign(parts, signing);
        }
        return sent.toString();
    }

    /** Only the first call of a step is signed. Older models sign anything, and want it back there or not at all. */
    private static void sign(ArrayNode parts, boolean signing) {
        boolean open = signing;
        for (JsonNode part : parts) {
            if (!signing) {
                ((ObjectNode) part).remove(SIGNATURE);
            } else if (open && part.has("functionCall")) {
                open = false;
                ((ObjectNode) part).putIfAbsent(SIGNATURE, TextNode.valueOf(NO_SIGNATURE));
            }
        }
    }

    private static boolean areResults(JsonNode parts) {
        return !parts.isEmpty() && parts.valueStream().allMatch(part -> part.has("functionResponse"));
    }
}
