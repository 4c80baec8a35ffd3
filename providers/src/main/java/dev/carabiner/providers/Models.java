package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** LangChain4j's models, made as the settings say. Where one of them is missing, the other one serves for both. */
record Models(@Nullable ChatModel whole, @Nullable StreamingChatModel streaming) {

    private static final String STREAMING = "StreamingChatModel";

    /**
     * Makes the model whose class is named, and the one beside it that does not stream.
     *
     * @throws dev.carabiner.runtime.provider.ProviderException if there is no such class, or if it refuses a setting
     */
    static Models of(LangChainProviderModule module, Settings settings, GuardedHttp http) {
        Failures failures = new Failures(module.name(), "", settings.key(), settings.keySource());
        String name = settings.modelClass();
        Class<?> named = found(name);
        if (named == null) {
            String jar = "; add the jar of LangChain4j's module that it comes with";
            throw failures.failed(Kind.REJECTED, "model_class " + name + " is not on the class path" + jar);
        }
        if (!ChatModel.class.isAssignableFrom(named) && !StreamingChatModel.class.isAssignableFrom(named)) {
            throw failures.failed(Kind.REJECTED, "model_class " + name + " is no chat model of LangChain4j");
        }
        Class<?> beside = name.endsWith(STREAMING) ? found(name.replace(STREAMING, "ChatModel")) : null;
        Object model = made(new ModelBuilder(named, failures), module, settings, http);
        Object whole = beside == null ? model : made(new ModelBuilder(beside, failures), module, settings, http);
        return new Models(
                whole instanceof ChatModel it ? it : null, model instanceof StreamingChatModel it ? it : null);
    }

    /** Closes the models that hold connections of their own. */
    void close() {
        for (Object model : new @Nullable Object[] {whole, streaming}) {
            if (model instanceof AutoCloseable open) {
                try {
                    open.close();
                } catch (Exception e) {
                    // nothing can be done about it, and nothing is asked of the model any more
                }
            }
        }
    }

    /** The class is not initialized before it is known to be a model. */
    private static @Nullable Class<?> found(String name) {
        for (ClassLoader loader : new ClassLoader[] {
            Models.class.getClassLoader(), Thread.currentThread().getContextClassLoader()
        }) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                // perhaps the other one has it
            }
        }
        return null;
    }

    private static Object made(
            ModelBuilder model, LangChainProviderModule module, Settings settings, GuardedHttp http) {
        boolean guarded = model.set(http, "httpClientBuilder");
        Map.of("timeout", settings.total(), "maxRetries", 0, "returnThinking", true, "sendThinking", true)
                .forEach((setter, value) -> model.set(value, setter));
        module.configure(model);
        if (settings.base() != null) {
            model.setGiven("base_url", settings.base(), List.of("baseUrl", "endpoint"));
        }
        if (settings.key() != null) {
            module.setKey(model, settings.key().reveal());
        } else if (guarded) {
            model.set(GuardedHttp.NO_KEY, "apiKey");
        }
        Stream.concat(Settings.OF_MODELS.stream(), module.preset().ownKeys().keySet().stream())
                .filter(key -> settings.given().get(key) != null)
                .filter(key -> !key.equals("keyless") && !key.equals("model_class"))
                .forEach(key -> model.setGiven(key, settings.given().get(key), module.setters(key, settings)));
        EventData own = settings.given().object("settings");
        if (own != null) {
            own.asMap().forEach(model::setOwn);
        }
        return model.build();
    }
}
