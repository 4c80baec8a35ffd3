package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.providers.LangChainProviderModule.Preset;
import dev.carabiner.providers.LangChainProviderModule.Trait;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.carabiner.session.DurationText;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the settings of a provider. What is wrong is said with the setting's name and with what to write instead. */
final class SettingsReader {

    private static final Pattern MODEL = Pattern.compile("[A-Za-z0-9][\\w.:/@+-]{0,199}");
    private static final Pattern LOOPBACK = Pattern.compile("(?i)(.+\\.)?localhost|\\[::1]|127(\\.[0-9]{1,3}){3}");

    private final LangChainProviderModule module;
    private final Preset preset;
    private final EventData given;
    private final UnaryOperator<@Nullable String> environment;
    private final Failures failures;

    SettingsReader(LangChainProviderModule module, EventData given, UnaryOperator<@Nullable String> environment) {
        this.module = module;
        this.preset = module.preset();
        this.given = given;
        this.environment = environment;
        this.failures = new Failures(module.name(), "", null, "");
    }

    Settings read() {
        String example = "dev.langchain4j.model.mistralai.MistralAiStreamingChatModel";
        String modelClass = preset.modelClass().isEmpty() ? required("model_class", example) : preset.modelClass();
        String model = required("model", preset.exampleModel());
        if (!MODEL.matcher(model).matches() || model.contains("..")) {
            throw wrong("model is \"" + model + "\", which is no model's name");
        }
        checkNumber("max_tokens", 1, Integer.MAX_VALUE);
        checkNumber("temperature", 0, 2);
        checkNumber("top_p", 0, 1);
        URI address = address();
        String source = keySource();
        ApiKey key = key(source);
        boolean near = address == null || isLoopback(address);
        boolean keyless = near || !module.has(Trait.NEEDS_KEY) || Boolean.TRUE.equals(given.get("keyless"));
        if (key == null && !keyless) {
            throw failures.failed(Kind.UNAUTHORIZED, "no key; set the environment variable " + source);
        }
        if (key != null && address != null && !keepsSecrets(address)) {
            throw wrong("base_url " + address + " would carry the key unencrypted to another machine; use https");
        }
        return new Settings(
                model,
                modelClass,
                address == null ? null : address.toString(),
                key,
                source,
                duration("timeout", Duration.ofMinutes(5)),
                duration("total_timeout", Duration.ofMinutes(30)),
                given.without("api_key"));
    }

    /** Whether a key may be sent there: encrypted, or on this machine. */
    static boolean keepsSecrets(URI address) {
        return address.getScheme().equals("https") || isLoopback(address);
    }

    /** By the name as it is written: resolving it would ask a server whom to trust. */
    private static boolean isLoopback(URI address) {
        return LOOPBACK.matcher(address.getHost()).matches();
    }

    private @Nullable URI address() {
        String configured = text("base_url");
        if (configured != null) {
            return address("base_url", configured);
        }
        String variable = preset.addressVariable();
        String value = valueOf(variable);
        if (value != null) {
            return address("the environment variable " + variable, module.addressFrom(value.strip()));
        }
        return preset.address().isEmpty() ? null : URI.create(preset.address());
    }

    private URI address(String name, String text) {
        try {
            URI uri = new URI(text.strip());
            String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
            if (!scheme.matches("https?") || uri.getHost() == null) {
                throw wrong(name + " is not an http or https address, as in https://host/v1");
            }
            if (uri.getRawUserInfo() != null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
                throw wrong(name + " holds a user, a query or a fragment; give scheme, host, port and path");
            }
            String path = uri.getRawPath().replaceFirst("/+$", "");
            String usual = URI.create(preset.address()).getRawPath();
            String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            String host = uri.getHost().toLowerCase(Locale.ROOT);
            return URI.create(scheme + "://" + host + port + (path.isEmpty() ? usual : path));
        } catch (URISyntaxException e) {
            throw wrong(name + " is not an address: " + e.getReason());
        }
    }

    /** The setting or the variable that holds the key, or the variable that should be set to hold it. */
    private String keySource() {
        String named = text("api_key_env");
        if (text("api_key") != null && named != null) {
            throw wrong("both api_key and api_key_env are given; keep api_key_env");
        }
        List<String> usual = named == null ? preset.keyVariables() : List.of(named);
        String first = usual.isEmpty() ? "api_key_env" : usual.getFirst();
        return text("api_key") != null
                ? "api_key"
                : usual.stream().filter(it -> valueOf(it) != null).findFirst().orElse(first);
    }

    private @Nullable ApiKey key(String source) {
        String literal = text("api_key");
        String value = literal == null ? valueOf(source) : literal;
        try {
            return value == null && text("api_key_env") == null ? null : ApiKey.of(value == null ? "" : value);
        } catch (IllegalArgumentException e) {
            String where = literal == null ? "the environment variable " : "";
            throw failures.failed(Kind.UNAUTHORIZED, "no key; " + where + source + " " + e.getMessage());
        }
    }

    private void checkNumber(String key, int least, int most) {
        Object value = given.get(key);
        boolean fits = value instanceof Number number && number.doubleValue() >= least && number.doubleValue() <= most;
        if (value != null && !fits) {
            throw wrong(key + " is \"" + value + "\", expected a number from " + least + " to " + most);
        }
    }

    private Duration duration(String key, Duration otherwise) {
        try {
            String text = text(key);
            Duration duration = text == null ? otherwise : DurationText.parse(text);
            if (!duration.isZero()) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            throw wrong(key + ": " + e.getMessage());
        }
        throw wrong(key + " is 0, expected more, as in 60s");
    }

    private String required(String key, String example) {
        String text = text(key);
        if (text != null) {
            return text;
        }
        throw wrong("no " + key + " is named; set " + key + ", as in " + key + ": " + example);
    }

    private @Nullable String valueOf(String variable) {
        String value = environment.apply(variable);
        return value == null || value.isBlank() ? null : value;
    }

    private @Nullable String text(String key) {
        return given.get(key) instanceof String text ? text : null;
    }

    private ProviderException wrong(String what) {
        return failures.failed(Kind.REJECTED, what);
    }
}
