package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ProviderException;
import dev.langchain4j.http.client.HttpMethod;
import dev.langchain4j.http.client.HttpRequest;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the client does also for a model that has its address from elsewhere than the bundle. */
class GuardedHttpTest {

    private static GuardedHttp http(@Nullable ApiKey key) {
        Settings settings = new Settings(
                "m-1", "Model", null, key, "THE_KEY", Duration.ofSeconds(5), Duration.ofSeconds(5), EventData.empty());
        return new GuardedHttp(
                new LangChainProviderModule(), settings, new Failures("provider-langchain4j", "Model", key, "THE_KEY"));
    }

    private static HttpRequest request(String url, String key) {
        return HttpRequest.builder()
                .method(HttpMethod.POST)
                .url(url)
                .addHeader("Authorization", "Bearer " + key)
                .body("{}")
                .build();
    }

    @Test
    void a_key_does_not_go_unencrypted_to_another_machine() {
        try (GuardedHttp http = http(ApiKey.of("sk-0123456789"))) {
            assertThat(catchThrowableOfType(
                            ProviderException.class,
                            () -> http.execute(request("http://models.example/v1/chat", "sk-0123456789"))))
                    .hasMessage("provider-langchain4j: http://models.example would get the key unencrypted; use https");
        }
    }

    @Test
    void where_there_is_no_key_none_is_sent_although_the_model_insists_on_one()
            throws IOException, InterruptedException {
        try (GuardedHttp http = http(null);
                WireServer server = new WireServer()) {
            server.reply(Replies.json(200, "{}"));

            http.execute(request(server.address() + "/v1/chat", GuardedHttp.NO_KEY));

            assertThat(server.received().headers()).doesNotContainKey("authorization");
        }
    }
}
