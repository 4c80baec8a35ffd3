package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {

    private static final Failures FAILURES =
            new Failures("provider-openai", "https://host/v1", ApiKey.of("sk-0123456789"), "THE_KEY");

    private static ProviderException status(int status, String body, String... headers) {
        Map<String, List<String>> map = headers.length == 0 ? Map.of() : Map.of(headers[0], List.of(headers[1]));
        return FAILURES.status(status, HttpHeaders.of(map, (name, value) -> true), body);
    }

    @Nested
    class TheKind {

        @ParameterizedTest
        @CsvSource({
            "400, REJECTED",
            "401, UNAUTHORIZED",
            "403, UNAUTHORIZED",
            "404, REJECTED",
            "408, TIMEOUT",
            "429, RATE_LIMITED",
            "500, SERVER_ERROR",
            "529, SERVER_ERROR"
        })
        void follows_from_the_status(int status, Kind kind) {
            assertThat(status(status, "").kind()).isEqualTo(kind);
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "{\"error\":{\"type\":\"overloaded_error\"}}     | SERVER_ERROR",
                    "{\"error\":{\"type\":\"rate_limit_error\"}}     | RATE_LIMITED",
                    "{\"error\":{\"type\":\"authentication_error\"}} | UNAUTHORIZED",
                    "{\"error\":{\"type\":\"invalid_request_error\"}}| REJECTED",
                    "{\"error\":{\"code\":429}}                      | RATE_LIMITED",
                    "{\"error\":\"model crashed\"}                   | SERVER_ERROR"
                })
        void follows_from_the_type_in_a_stream(String piece, Kind kind) {
            assertThat(FAILURES.told(Json.read(piece)))
                    .isNotNull()
                    .extracting(ProviderException::kind)
                    .isEqualTo(kind);
        }
    }

    @Nested
    class TheWait {

        @ParameterizedTest
        @CsvSource({"retry-after, 30, 30000", "retry-after, 1.5, 1500", "retry-after-ms, 250, 250"})
        void is_in_the_header(String header, String value, long millis) {
            assertThat(status(429, "", header, value).retryAfter()).hasMillis(millis);
        }

        @Test
        void may_be_a_date() {
            String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    ZonedDateTime.now(ZoneOffset.UTC).plusMinutes(10));

            assertThat(status(503, "", "retry-after", date).retryAfter())
                    .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
        }

        @Test
        void may_be_in_the_details() {
            String body = "{\"error\":{\"code\":429,\"details\":[{\"@type\":\"x\"},{\"retryDelay\":\"21.5s\"}]}}";

            assertThat(status(429, body).retryAfter()).hasMillis(21_500);
        }

        @ParameterizedTest
        @CsvSource({"soon", "-1", "1e9", "99999999999999999999"})
        void is_unknown_where_it_makes_no_sense(String value) {
            assertThat(status(429, "", "retry-after", value).retryAfter()).isNull();
        }
    }

    @Nested
    class TheMessage {

        @Test
        void shows_what_a_service_says_in_one_visible_line() {
            assertThat(status(500, "{\"error\":{\"message\":\"a\\nb\\u001b[31m\\u202ec\"}}")
                            .getMessage())
                    .doesNotContain("\n", "\u001b", "\u202e")
                    .contains("a", "b");
        }

        @Test
        void is_cut_where_a_service_says_too_much() {
            assertThat(status(500, "{\"error\":\"" + "x".repeat(5_000) + "\"}").getMessage())
                    .hasSizeLessThan(500)
                    .endsWith("…");
        }
    }
}
