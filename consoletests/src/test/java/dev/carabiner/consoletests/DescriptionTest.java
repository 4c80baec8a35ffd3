package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The check itself: what docs/api.yaml does not say fails, and so does an operation that was left out. */
class DescriptionTest {

    private static final String PERSON = "{\"name\":\"ann\",\"role\":\"approver\"}";
    private static final String JSON = "application/json";

    private Description description;

    @BeforeEach
    void read() throws Exception {
        description = new Description();
    }

    @Test
    void takes_what_is_described() {
        assertThatCode(() -> description.check("GET", "/me", 200, JSON, PERSON)).doesNotThrowAnyException();
    }

    @Test
    void refuses_a_status_a_type_a_path_and_a_method_that_are_not_described() {
        assertThatThrownBy(() -> description.check("GET", "/me", 418, JSON, PERSON))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has no status 418");
        assertThatThrownBy(() -> description.check("GET", "/me", 200, "text/html", PERSON))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is no text/html");
        assertThatThrownBy(() -> description.check("GET", "/nowhere", 200, JSON, PERSON))
                .hasMessageContaining("not in docs/api.yaml");
        assertThatThrownBy(() -> description.check("DELETE", "/me", 200, JSON, PERSON))
                .hasMessageContaining("not in docs/api.yaml");
    }

    @Test
    void refuses_a_body_with_a_member_too_many_too_few_or_of_another_type() {
        for (String body : List.of(
                PERSON.replace("}", ",\"more\":1}"), "{\"name\":\"ann\"}", PERSON.replace("\"ann\"", "7"), "[]")) {
            assertThatThrownBy(() -> description.check("GET", "/me", 200, JSON, body))
                    .as(body)
                    .isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void names_the_operations_that_no_test_has_called() {
        assertThat(description.uncalled(List.of("/me"))).containsExactly("GET /me");

        description.check("GET", "/me", 200, JSON, PERSON);

        assertThat(description.uncalled(List.of("/me"))).isEmpty();
    }

    @Test
    void refuses_a_webhook_that_is_not_described_a_member_too_many_and_a_header_of_another_shape() {
        String id = "msg_" + "x".repeat(32);
        UnaryOperator<String> headers =
                name -> Map.of("webhook-id", id, "webhook-timestamp", "7", "webhook-signature", "v1,abc= v1,def=")
                        .get(name);
        String body = "{\"type\":\"audit.tampered\",\"timestamp\":\"2026-11-16T09:41:12Z\",\"data\":{\"id\":\"s\","
                + "\"title\":\"x\",\"session\":\"s\",\"link\":\"http://127.0.0.1:7373/sessions/s\"}}";
        assertThatCode(() -> description.checkWebhook("audit.tampered", headers, body))
                .doesNotThrowAnyException();

        assertThatThrownBy(() -> description.checkWebhook("audit.lost", headers, body))
                .hasMessageContaining("not in docs/api.yaml");
        for (String wrong : List.of(
                body.replace("audit.tampered", "approval.required"),
                body.replace("\"title\"", "\"input\""),
                body.replace("/sessions/s", "/sessions/s#t=token"),
                body.replace("}}", ",\"nonce\":\"n\"}}"))) {
            assertThatThrownBy(() -> description.checkWebhook("audit.tampered", headers, wrong))
                    .as(wrong)
                    .isInstanceOf(AssertionError.class);
        }
        assertThatThrownBy(() -> description.checkWebhook("audit.tampered", name -> "x", body))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("webhook-id");
    }
}
