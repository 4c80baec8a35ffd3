package dev.carabiner.bridge.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.carabiner.bridge.HookStage;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHookTest {

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger followed = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/judge", exchange -> {
            String command =
                    String.valueOf(EventDataJson.read(exchange.getRequestBody().readAllBytes())
                            .object("data")
                            .object("tool_input")
                            .get("command"));
            answer(exchange, 200, "{\"action\":\"deny\",\"reason\":\"service: " + command + "\"}");
        });
        server.createContext("/nothing", exchange -> answer(exchange, 204, ""));
        server.createContext("/error", exchange -> answer(exchange, 500, "{\"action\":\"continue\"}"));
        server.createContext("/html", exchange -> answer(exchange, 200, "<html>hello</html>"));
        server.createContext("/followed", exchange -> {
            followed.incrementAndGet();
            answer(exchange, 200, "{}");
        });
        server.createContext("/redirect", exchange -> {
            exchange.getResponseHeaders().add("Location", url("/followed"));
            answer(exchange, 302, "");
        });
        server.createContext("/stall", exchange -> sleep());
        server.createContext("/halfway", exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            sleep();
        });
        server.createContext("/flood", HttpHookTest::flood);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void sleep() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private static void flood(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        byte[] much = new byte[1024 * 1024];
        try (OutputStream out = exchange.getResponseBody()) {
            for (int i = 0; i < 1024; i++) {
                out.write(much);
            }
        }
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private HookStage stage(String url) {
        return HookStage.of(directory, """
                  - {module: http, name: service, required: true, timeout: 2s, config: {url: "%s"}}
                """.formatted(url));
    }

    @Nested
    class AService {

        @Test
        void that_answers_with_a_result_decides() {
            try (HookStage stage = stage(url("/judge"))) {
                assertThat(stage.bash("ls").reason()).isEqualTo("service: ls");
            }
        }

        @Test
        void that_answers_nothing_lets_go_on() {
            try (HookStage stage = stage(url("/nothing"))) {
                assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"/error", "/html", "/redirect", "/stall", "/halfway", "/flood", "/missing"})
        void that_does_anything_else_has_failed_and_the_session_goes_on(String path) {
            try (HookStage stage = stage(url(path))) {
                HookOutcome outcome = stage.bash("ls");

                assertThat(outcome.reason()).startsWith("Guard service unavailable");
                assertThat(followed.get()).isZero();
                assertThat(stage.bash("ls").denied()).isTrue();
            }
        }

        @Test
        void that_is_not_there_has_failed_and_says_what_to_look_at() {
            try (HookStage stage = stage("http://127.0.0.1:1/")) {
                assertThat(stage.bash("ls").reason())
                        .startsWith("Guard service unavailable")
                        .contains("nothing answers there")
                        .doesNotContain("ConnectException");
            }
        }
    }

    @Nested
    class TheWay {

        @Test
        void to_a_service_whose_certificate_is_not_trusted_ends_before_anything_is_sent() throws Exception {
            AtomicInteger asked = new AtomicInteger();
            HttpsServer secure = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(SelfSigned.context(directory)));
            secure.createContext("/", exchange -> {
                asked.incrementAndGet();
                answer(exchange, 200, "{\"action\":\"continue\"}");
            });
            secure.start();
            try (HookStage stage =
                    stage("https://localhost:" + secure.getAddress().getPort() + "/")) {
                assertThat(stage.bash("ls").reason())
                        .startsWith("Guard service unavailable")
                        .contains("certification path");
                assertThat(asked.get()).isZero();
            } finally {
                secure.stop(0);
            }
        }

        @Test
        void leads_through_no_proxy_whatever_the_system_says() {
            System.setProperty("http.proxyHost", "127.0.0.1");
            System.setProperty("http.proxyPort", "1");
            System.setProperty("http.nonProxyHosts", "");
            try (HookStage stage = stage(url("/judge"))) {
                assertThat(stage.bash("ls").reason()).isEqualTo("service: ls");
            } finally {
                System.clearProperty("http.proxyHost");
                System.clearProperty("http.proxyPort");
                System.clearProperty("http.nonProxyHosts");
            }
        }
    }

    @Nested
    class AnAddress {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "http://example.org/",
                    "http://localhost.example.org/",
                    "http://127.0.0.1.example.org/",
                    "http://localhost@example.org/",
                    "https://user:secret@example.org/",
                    "ftp://localhost/",
                    "file:///etc/passwd",
                    "localhost:80",
                    "https:///x"
                })
        void that_is_not_safe_is_not_taken(String url) {
            assertThatThrownBy(() -> ServiceAddress.of(url, List.of())).isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void is_compared_with_the_allowed_hosts_label_by_label() {
            assertThat(ServiceAddress.of("https://a.example.org/x", List.of("*.example.org")))
                    .isNotNull();
            for (String url :
                    List.of("https://badexample.org/", "https://example.org/", "https://example.org.evil.net/")) {
                assertThatThrownBy(() -> ServiceAddress.of(url, List.of("*.example.org")))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }
}
