package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
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
}
