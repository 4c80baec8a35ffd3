package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Any chat model of LangChain4j that is on the class path; the bundle names its class. A subclass is a preset: it knows
 * the class and what is particular about the service.
 */
public sealed class LangChainProviderModule implements ProviderModule
        permits AnthropicProviderModule, GeminiProviderModule, OllamaProviderModule, OpenAiProviderModule {

    enum Trait {
        /** A service on another machine always takes a key. */
        NEEDS_KEY,
        /** A system message may stand between others. */
        SYSTEM_ANYWHERE,
        /** A tool's schema is taken as it is, also where LangChain4j has no type for it. */
        ANY_SCHEMA,
        /** What the model signed goes back to it without the thoughts that were signed. */
        NO_THOUGHTS_BACK
    }

    /**
     * What is known beforehand.
     *
     * @param modelClass LangChain4j's class; empty if the bundle names it
     * @param exampleModel for the message that says that no model was named
     * @param address its path also goes behind a bare host; empty if LangChain4j's model has an address of its own
     * @param addressVariable the environment variable that holds the address; may be empty
     * @param keyVariables environment variables that hold the key, the most usual first
     * @param ownKeys the settings that only this module takes
     */
    record Preset(
            String name,
            String description,
            String modelClass,
            String exampleModel,
            String address,
            String addressVariable,
            List<String> keyVariables,
            Map<String, ConfigType> ownKeys,
            Set<Trait> traits) {}

    private static final Map<String, List<String>> SETTERS = Map.of(
            "model", List.of("modelName", "model", "modelId", "deploymentName"),
            "max_tokens", List.of("maxTokens", "maxOutputTokens", "numPredict"),
            "stop", List.of("stopSequences", "stop"));

    private final Preset preset;

    /** For the {@link java.util.ServiceLoader}: the module whose bundle names the class. */
    public LangChainProviderModule() {
        this(new Preset(
                "provider-langchain4j",
                "Any chat model of LangChain4j, by the name of its class.",
                "",
                "mistral-large-latest",
                "",
                "",
                List.of(),
                Map.of("model_class", ConfigType.TEXT),
                Set.of()));
    }

    LangChainProviderModule(Preset preset) {
        this.preset = preset;
    }

    final Preset preset() {
        return preset;
    }

    final boolean has(Trait trait) {
        return preset.traits().contains(trait);
    }

    @Override
    public final String name() {
        return preset.name();
    }

    @Override
    public final String description() {
        return preset.description();
    }

    @Override
    public final List<String> keyVariables() {
        return preset.keyVariables();
    }

    @Override
    public final Map<String, ConfigType> configKeys() {
        Map<String, ConfigType> keys = new LinkedHashMap<>(Settings.KEYS);
        keys.putAll(new TreeMap<>(preset.ownKeys())); // in the same order each time
        return keys;
    }

    @Override
    public final Provider create(EventData settings, UnaryOperator<@Nullable String> environment) {
        return new LangChainProvider(this, new SettingsReader(this, settings, environment).read());
    }

    /** The address that the value of the environment variable means. */
    String addressFrom(String value) {
        return value;
    }

    /** The names that a builder may have for a setting, the likeliest first. */
    List<String> setters(String key, Settings settings) {
        return SETTERS.getOrDefault(key, List.of(ModelBuilder.camelCase(key)));
    }

    /** Sets what the bundle may leave out and the service asks for. */
    void configure(ModelBuilder model) {}

    void setKey(ModelBuilder model, String key) {
        model.setGiven("api_key_env", key, List.of("apiKey"));
    }

    ChatMessage toolResult(String id, String tool, String text, boolean isError) {
        return ToolExecutionResultMessage.builder()
                .id(id)
                .toolName(tool)
                .text(text)
                .isError(isError)
                .build();
    }

    /** The body as it is sent, where LangChain4j's own is not what the service takes. */
    String request(String body, String model) {
        return body;
    }
}
