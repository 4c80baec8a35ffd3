package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.json.EventDataJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeminiContentsTest {

    private static final String CALLS = """
            {"contents":[{"role":"model","parts":[{"text":"x"},{"functionCall":{"name":"a"}},{"functionCall":{"name":"b"}}]}]}""";

    @ParameterizedTest
    @CsvSource({
        "gemini-2.5-pro, 0",
        "gemini-2.0-flash, 0",
        "gemini-3-pro-preview, 1",
        "gemini-3.1-flash, 1",
        "gemini-10-pro, 1",
        "gemma-3-27b, 0"
    })
    void the_first_call_of_a_step_is_signed_where_the_model_asks_for_it(String model, int signatures) {
        String sent = new GeminiProviderModule().request(CALLS, model);

        assertThat(sent.split("thoughtSignature", -1)).hasSize(signatures + 1);
        if (signatures > 0) {
            assertThat(Json.text(Json.read(sent), "/contents/0/parts/1/thoughtSignature"))
                    .isNotEmpty();
        }
    }

    @Test
    void what_is_not_a_result_is_never_joined() {
        String body = """
                {"contents":[{"role":"user","parts":[{"text":"a"}]},{"role":"user","parts":[{"text":"b"}]}],"tools":[]}""";

        assertThat(EventDataJson.read(new GeminiProviderModule().request(body, "gemini-2.5-pro")))
                .isEqualTo(EventDataJson.read(body));
    }
}
