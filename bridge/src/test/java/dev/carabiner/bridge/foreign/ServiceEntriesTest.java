package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries of the type http in another agent's file. */
class ServiceEntriesTest {

    private static final String DENIAL = "{\"hookSpecificOutput\": {\"hookEventName\": \"PreToolUse\","
            + " \"permissionDecision\": \"deny\", \"permissionDecisionReason\": \"%s\"}}";

    @TempDir
    private Path directory;

    private HttpServer server;
    private volatile String said = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/says", exchange -> answer(exchange, 200, said));
        server.createContext(
                "/token",
                exchange -> answer(
                        exchange,
                        200,
                        DENIAL.formatted(exchange.getRequestHeaders().getFirst("Authorization"))));
        server.createContext("/broken", exchange -> answer(exchange, 500, DENIAL));
        server.createContext("/moved", exchange -> {
            exchange.getResponseHeaders().add("Location", "/says");
            answer(exchange, 302, "");
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ForeignStage stage(String event, String path, String more) {
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + path;
        ForeignStage.write(directory.resolve(".claude/settings.json"), """
                {"hooks": {"%s": [{"hooks": [{"type": "http", "url": "%s", "timeout": 10%s}]}]}}
                """.formatted(event, url, more));
        return ForeignStage.of(directory, "claude", ".claude/settings.json", "");
    }

    private static boolean failed(HookOutcome outcome) {
        return outcome.runs().stream().anyMatch(it -> it.failure() != null);
    }

    @Test
    void decide_by_an_object_and_say_nothing_by_nothing() {
        try (ForeignStage stage = stage("PreToolUse", "/says", "")) {
            said = DENIAL.formatted("by the service");
            assertThat(stage.bash("ls").reason()).isEqualTo("by the service");
            said = "";
            assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>Log in</html>", "fine", "[]", "{"})
    void have_failed_before_a_tool_where_they_answer_anything_else(String text) {
        said = text;
        try (ForeignStage stage = stage("PreToolUse", "/says", "")) {
            HookOutcome outcome = stage.bash("ls");
            assertThat(outcome.denied()).isTrue();
            assertThat(failed(outcome)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/broken", "/moved", "/nowhere"})
    void have_failed_with_any_other_status(String path) {
        said = DENIAL;
        try (ForeignStage stage = stage("PreToolUse", path, "")) {
            HookOutcome outcome = stage.bash("ls");
            assertThat(outcome.denied()).isTrue();
            assertThat(failed(outcome)).isTrue();
        }
    }

    @Test
    void tell_the_model_by_text_where_a_program_does_but_not_by_a_page() {
        try (ForeignStage stage = stage("UserPromptSubmit", "/says", "")) {
            said = "remember this";
            assertThat(stage.emit("prompt:submit", "prompt", "x").injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("remember this"));
            said = "<html>Log in</html>";
            assertThat(failed(stage.emit("prompt:submit", "prompt", "x"))).isTrue();
        }
    }

    @Test
    void send_the_variables_that_they_list_and_no_others() {
        String headers =
                ", \"headers\": {\"Authorization\": \"$PATH ${PATH} [$HOME$PATHS]\"}, \"allowedEnvVars\": [\"PATH\"]";
        String path = System.getenv("PATH");
        try (ForeignStage stage = stage("PreToolUse", "/token", headers)) {
            assertThat(stage.bash("ls").reason()).isEqualTo(path + " " + path + " []");
        }
    }
}
