package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderSettingsTest {

    private static final String KEY = "sk-test-0123456789abcdef";
    private static final ProviderModule OPENAI = new OpenAiProviderModule();
    private static final ProviderModule OLLAMA = new OllamaProviderModule();

    private final Map<String, String> environment = new LinkedHashMap<>();

    /** What the provider says of itself: name, model and address. */
    private String made(ProviderModule module, Object... settings) {
        try (Provider provider = module.create(settings(settings), environment::get)) {
            return provider.toString();
        }
    }

    private ProviderException refused(ProviderModule module, Object... settings) {
        return catchThrowableOfType(
                ProviderException.class,
                () -> module.create(settings(settings), environment::get).close());
    }

    private static EventData settings(Object... settings) {
        EventData data = EventData.of("model", "m-1");
        for (int i = 0; i < settings.length; i += 2) {
            data = data.with((String) settings[i], settings[i + 1]);
        }
        return data;
    }

    @Nested
    class Modules {

        @Test
        void are_found_by_the_service_loader() {
            List<String> expected = Service.PRESETS.stream()
                    .map(it -> it.module().getClass().getName())
                    .toList();

            List<String> found = ServiceLoader.load(ProviderModule.class).stream()
                    .map(it -> it.type().getName())
                    .filter(expected::contains)
                    .toList();

            assertThat(found).containsExactlyElementsOf(expected);
        }

        @ParameterizedTest
        @FieldSource("dev.carabiner.providers.Service#PRESETS")
        void take_the_common_settings(Service service) {
            assertThat(service.module().configKeys())
                    .containsEntry("model", ConfigType.TEXT)
                    .containsEntry("base_url", ConfigType.TEXT)
                    .containsEntry("api_key_env", ConfigType.TEXT)
                    .containsEntry("timeout", ConfigType.DURATION);
            assertThat(service.module().description()).isNotBlank();
        }
    }

    @Nested
    class TheKey {

        @ParameterizedTest
        @CsvSource({
            "provider-openai, OPENAI_API_KEY",
            "provider-anthropic, ANTHROPIC_API_KEY",
            "provider-gemini, GEMINI_API_KEY",
            "provider-gemini, GOOGLE_API_KEY"
        })
        void comes_from_the_usual_variable(String name, String variable) {
            environment.put(variable, KEY);

            assertThat(made(module(name))).startsWith(name + " m-1 at https://");
        }

        @ParameterizedTest
        @CsvSource({
            "provider-openai, OPENAI_API_KEY",
            "provider-anthropic, ANTHROPIC_API_KEY",
            "provider-gemini, GEMINI_API_KEY"
        })
        void is_missed_at_once_with_the_variable_to_set(String name, String variable) {
            assertThat(refused(module(name)))
                    .hasMessageContaining(variable)
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.UNAUTHORIZED);
        }

        @Test
        void is_missed_where_the_bundle_names_its_variable() {
            environment.put("OPENAI_API_KEY", KEY);

            assertThat(refused(OPENAI, "api_key_env", "OTHER_KEY", "base_url", "http://localhost:1"))
                    .hasMessageContaining("OTHER_KEY");
        }

        @Test
        void is_not_needed_on_this_machine_nor_by_ollama_nor_where_the_bundle_says_so() {
            assertThat(made(OPENAI, "base_url", "http://localhost:8000/v1")).endsWith("http://localhost:8000/v1");
            assertThat(made(OLLAMA, "base_url", "http://box:11434")).endsWith("http://box:11434");
            assertThat(made(OPENAI, "base_url", "http://box:8000", "keyless", true))
                    .endsWith("http://box:8000/v1");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"sk test 0123456789", "sk-tést-0123456789", "sk-test\n-0123456789", "sk-test\u0000-012345"})
        void is_refused_unseen_if_it_cannot_be_one(String broken) {
            environment.put("OPENAI_API_KEY", broken);

            ProviderException refused = refused(OPENAI);

            assertThat(refused.kind()).isEqualTo(Kind.UNAUTHORIZED);
            assertThat(refused).hasMessageContaining("OPENAI_API_KEY").hasNoCause();
            assertThat(refused.getMessage()).doesNotContain("0123");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://example.com/v1",
                    "http://127.0.0.1.example.com/v1",
                    "http://10.0.0.1",
                    "http://localhost.example.com"
                })
        void never_travels_unencrypted_to_another_machine(String address) {
            environment.put("OPENAI_API_KEY", KEY);

            assertThat(refused(OPENAI, "base_url", address)).hasMessageContaining("https");
        }

        @Test
        void is_given_once() {
            assertThat(refused(OPENAI, "api_key", KEY, "api_key_env", "OTHER_KEY")
                            .getMessage())
                    .contains("api_key_env")
                    .doesNotContain(KEY);
        }
    }

    @Nested
    class TheAddress {

        @ParameterizedTest
        @ValueSource(
                strings = {"ftp://host/", "host:8000", "file:///etc", "https://", "https://a b/", "javascript:1", ""})
        void must_be_one_of_the_web(String address) {
            assertThat(refused(OPENAI, "base_url", address, "keyless", true))
                    .hasMessageContaining("base_url")
                    .extracting(ProviderException::kind)
                    .isEqualTo(Kind.REJECTED);
        }

        @ParameterizedTest
        @ValueSource(strings = {"https://me:geheim@host/v1", "https://host/v1?key=geheim", "https://host/v1#geheim"})
        void holds_no_secrets(String address) {
            assertThat(refused(OPENAI, "base_url", address, "keyless", true).getMessage())
                    .contains("base_url")
                    .doesNotContain("geheim");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://localhost",
                    "http://127.0.0.1",
                    "http://127.9.9.9",
                    "http://[::1]:80",
                    "http://a.localhost"
                })
        void may_be_on_this_machine_without_encryption(String address) {
            environment.put("OPENAI_API_KEY", KEY);

            assertThat(made(OPENAI, "base_url", address)).endsWith(address + "/v1");
        }

        @Test
        void comes_from_the_environment_unless_the_bundle_gives_it() {
            environment.put("OPENAI_API_KEY", KEY);
            environment.put("OPENAI_BASE_URL", "https://gateway.example/openai/");

            assertThat(made(OPENAI)).endsWith("at https://gateway.example/openai");
            assertThat(made(OPENAI, "base_url", "https://other.example")).endsWith("at https://other.example/v1");
        }

        @ParameterizedTest
        @CsvSource({
            "127.0.0.1:9999, http://127.0.0.1:9999",
            "0.0.0.0, http://127.0.0.1:11434",
            "0.0.0.0:8080, http://127.0.0.1:8080",
            "box, http://box:11434",
            "https://ollama.example/, https://ollama.example"
        })
        void of_ollama_is_written_as_ollama_writes_it(String host, String address) {
            environment.put("OLLAMA_HOST", host);

            assertThat(made(OLLAMA)).endsWith("at " + address);
        }
    }

    @Nested
    class OtherSettings {

        @ParameterizedTest
        @CsvSource({"temperature, hot", "timeout, soon", "timeout, 0s", "model, a b", "model, ../../other"})
        void are_refused_with_their_name(String key, String value) {
            assertThat(refused(OLLAMA, key, value)).hasMessageContaining(key);
        }

        @ParameterizedTest
        @CsvSource({"temperature, 2.5", "temperature, -1", "top_p, -0.1", "top_p, 1.01"})
        void out_of_bounds_are_refused_with_their_name(String key, BigDecimal value) {
            assertThat(refused(OLLAMA, key, value)).hasMessageContaining(key).hasMessageContaining("from 0 to");
        }

        @Test
        void must_name_a_model() {
            ProviderException refused = catchThrowableOfType(
                    ProviderException.class,
                    () -> OLLAMA.create(EventData.empty(), environment::get).close());

            assertThat(refused).hasMessageContaining("set model");
        }
    }

    private static ProviderModule module(String name) {
        return Service.PRESETS.stream()
                .map(Service::module)
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
