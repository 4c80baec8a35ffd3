package dev.carabiner.providers;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.DurationText;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a provider. What is wrong is said with the setting's name and with what to write instead. */
final class SettingsReader {

    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final Duration TOTAL = Duration.ofMinutes(30);
    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][\\w.:/@+-]{0,199}");

    private final Dialect dialect;
    private final EventData settings;
    private final UnaryOperator<@Nullable String> environment;

    SettingsReader(Dialect dialect, EventData settings, UnaryOperator<@Nullable String> environment) {
        this.dialect = dialect;
        this.settings = settings;
        this.environment = environment;
    }

    /** What every dialect takes. */
    static Map<String, ConfigType> commonKeys() {
        Map<String, ConfigType> keys = new LinkedHashMap<>();
        keys.put("model", ConfigType.TEXT);
        keys.put("base_url", ConfigType.TEXT);
        keys.put("api_key_env", ConfigType.TEXT);
        keys.put("api_key", ConfigType.TEXT);
        keys.put("timeout", ConfigType.DURATION);
        keys.put("total_timeout", ConfigType.DURATION);
        keys.put("max_tokens", ConfigType.NUMBER);
        keys.put("temperature", ConfigType.DECIMAL);
        keys.put("top_p", ConfigType.DECIMAL);
        keys.put("stop", ConfigType.TEXTS);
        return keys;
    }

    ProviderSettings read() {
        return new ProviderSettings(
                model(),
                endpoint(),
                duration("timeout", SILENCE),
                duration("total_timeout", TOTAL),
                maxTokens(),
                decimal("temperature", 2),
                decimal("top_p", 1),
                settings.get("stop") instanceof List<?> stop
                        ? stop.stream().map(String::valueOf).toList()
                        : List.of(),
                settings.without("api_key"));
    }

    private String model() {
        String model = text("model");
        if (model == null) {
            throw wrong(Kind.REJECTED, "no model is named; set model, as in model: " + dialect.exampleModel());
        }
        if (!MODEL.matcher(model).matches() || model.contains("..")) {
            throw wrong(Kind.REJECTED, "model is " + shown(model) + ", which is no model's name");
        }
        return model;
    }

    private Endpoint endpoint() {
        URI address = address();
        String source = keySource();
        ApiKey key = key(source);
        boolean loopback = Endpoint.isLoopback(address);
        if (key == null && dialect.needsKey() && !loopback && !Boolean.TRUE.equals(settings.get("keyless"))) {
            throw wrong(Kind.UNAUTHORIZED, "no key; set the environment variable " + source);
        }
        if (key != null && !loopback && !address.getScheme().equals("https")) {
            throw wrong(
                    Kind.REJECTED,
                    "base_url " + address + " would carry the key unencrypted to another machine; use https");
        }
        return new Endpoint(address.toString(), key, source);
    }

    private URI address() {
        String configured = text("base_url");
        String name = "base_url";
        for (String variable : dialect.addressVariables()) {
            String value = environment.apply(variable);
            if (configured == null && value != null && !value.isBlank()) {
                configured = dialect.addressFrom(value.strip());
                name = "the environment variable " + variable;
            }
        }
        try {
            return Endpoint.address(configured == null ? dialect.defaultAddress() : configured, dialect.defaultPath());
        } catch (IllegalArgumentException e) {
            throw wrong(Kind.REJECTED, name + " " + e.getMessage());
        }
    }

    /** The variable that holds the key, or the one that should be set to hold it. */
    private String keySource() {
        String named = text("api_key_env");
        if (text("api_key") != null) {
            if (named != null) {
                throw wrong(Kind.REJECTED, "both api_key and api_key_env are given; keep api_key_env");
            }
            return "api_key";
        }
        if (named != null) {
            return named;
        }
        List<String> usual = dialect.keyVariables();
        return usual.stream()
                .filter(it -> !isBlank(environment.apply(it)))
                .findFirst()
                .orElse(usual.getFirst());
    }

    private @Nullable ApiKey key(String source) {
        String literal = text("api_key");
        String value = literal == null ? environment.apply(source) : literal;
        if (value == null || value.isBlank()) {
            if (text("api_key_env") != null || literal != null) {
                throw wrong(
                        Kind.UNAUTHORIZED,
                        "no key; set " + (literal == null ? "the environment variable " : "") + source);
            }
            return null;
        }
        try {
            return ApiKey.of(value);
        } catch (IllegalArgumentException e) {
            throw wrong(Kind.UNAUTHORIZED, "the key in " + source + " " + e.getMessage());
        }
    }

    private @Nullable Integer maxTokens() {
        if (!(settings.get("max_tokens") instanceof Number number)) {
            return dialect.defaultMaxTokens();
        }
        if (number.longValue() < 1 || number.longValue() > Integer.MAX_VALUE) {
            throw wrong(Kind.REJECTED, "max_tokens is " + number + ", expected 1 or more");
        }
        return number.intValue();
    }

    private @Nullable Double decimal(String key, int most) {
        Object value = settings.get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= most) {
            return number.doubleValue();
        }
        throw wrong(
                Kind.REJECTED, key + " is " + shown(String.valueOf(value)) + ", expected a number from 0 to " + most);
    }

    private Duration duration(String key, Duration otherwise) {
        String text = text(key);
        Duration duration;
        try {
            duration = text == null ? otherwise : DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(Kind.REJECTED, key + ": " + VisibleText.inOneLine(String.valueOf(e.getMessage())));
        }
        if (duration.isZero()) {
            throw wrong(Kind.REJECTED, key + " is 0, expected more, as in 60s");
        }
        return duration;
    }

    private @Nullable String text(String key) {
        return settings.get(key) instanceof String text ? text : null;
    }

    private static boolean isBlank(@Nullable String text) {
        return text == null || text.isBlank();
    }

    private static String shown(String text) {
        return "\"" + VisibleText.inOneLine(text.length() > 100 ? text.substring(0, 100) + "…" : text) + "\"";
    }

    private ProviderException wrong(Kind kind, String what) {
        return new ProviderException(dialect.name(), kind, dialect.name() + ": " + what, null);
    }
}
