package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The builder of one of LangChain4j's models, whatever its class: setters are found by their name and type. */
final class ModelBuilder {

    private static final Pattern WORD = Pattern.compile("_([a-z0-9])");

    /** What the bundle says elsewhere, and what would write keys and conversations into a log. */
    private static final Pattern RESERVED =
            Pattern.compile("apiKey|baseUrl|httpClientBuilder|log[A-Z].*|logger|maxRetries|modelName|timeout");

    private final Class<?> model;
    private final Failures failures;
    private final Object builder;

    /** @throws dev.carabiner.runtime.provider.ProviderException if the class has no builder */
    ModelBuilder(Class<?> model, Failures failures) {
        this.model = model;
        this.failures = failures;
        this.builder = invoked(model, "builder", null);
    }

    /** {@code max_tokens} as {@code maxTokens}. */
    static String camelCase(String key) {
        return WORD.matcher(key).replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }

    /** @throws dev.carabiner.runtime.provider.ProviderException if the model refuses what was set */
    Object build() {
        return invoked(builder.getClass(), "build", builder);
    }

    /** Calls the setter, if there is one that takes the value. Returns whether there is. */
    boolean set(Object value, String setter) {
        return set(value, setters(List.of(setter)));
    }

    /**
     * Sets what the bundle gives.
     *
     * @param key as the bundle names it
     * @throws dev.carabiner.runtime.provider.ProviderException if no such setter takes the value
     */
    void setGiven(String key, @Nullable Object value, List<String> names) {
        List<Method> setters = setters(names);
        if (value != null && set(value, setters)) {
            return;
        }
        if (setters.isEmpty()) {
            String known =
                    joined(setters(List.of()).stream().map(Method::getName).sorted(), ", ");
            String what = " is no setting of " + model.getSimpleName() + ", which has " + known;
            throw failures.failed(Kind.REJECTED, key + what);
        }
        String expected = joined(setters.stream().map(ModelBuilder::expected), " or ");
        throw failures.failed(Kind.REJECTED, key + " takes " + expected + ", not", String.valueOf(value));
    }

    /** Sets one of the builder's own settings, by its name in the bundle or in Java. */
    void setOwn(String key, @Nullable Object value) {
        if (RESERVED.matcher(camelCase(key)).matches()) {
            throw failures.failed(Kind.REJECTED, "settings." + key + " is not for settings: the provider sets it");
        }
        setGiven("settings." + key, value, List.of(camelCase(key)));
    }

    private boolean set(Object value, List<Method> setters) {
        for (Method setter : setters) {
            Type type = setter.getGenericParameterTypes()[0];
            Object argument = type instanceof Class<?> it && it.isInstance(value) ? value : SetterValue.as(type, value);
            if (argument != null) {
                invoke(setter, builder, argument);
                return true;
            }
        }
        return false;
    }

    /** Those with one of these names; all if there are no names. */
    private List<Method> setters(List<String> names) {
        return Arrays.stream(builder.getClass().getMethods())
                .filter(it -> it.getParameterCount() == 1 && it.getDeclaringClass() != Object.class)
                .filter(it -> names.isEmpty() || names.contains(it.getName()))
                .toList();
    }

    private Object invoked(Class<?> type, String method, @Nullable Object target) {
        try {
            return Objects.requireNonNull(invoke(type.getMethod(method), target));
        } catch (NoSuchMethodException e) {
            throw failures.failed(Kind.REJECTED, type.getName() + " has no method " + method + "()");
        }
    }

    private @Nullable Object invoke(Method method, @Nullable Object target, Object... arguments) {
        try {
            method.trySetAccessible(); // a public method of a class that is not public
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw failures.failed(Kind.REJECTED, model.getSimpleName() + " refuses its settings", why.toString());
        }
    }

    private static String expected(Method setter) {
        Type type = setter.getGenericParameterTypes()[0];
        return type instanceof Class<?> simple && simple.isEnum()
                ? "one of " + Arrays.toString(simple.getEnumConstants())
                : type.getTypeName().replaceAll("[a-z0-9]+\\.", "").replace("Duration", "Duration, as in 30s");
    }

    private static String joined(Stream<String> texts, String by) {
        return texts.distinct().collect(Collectors.joining(by));
    }
}
