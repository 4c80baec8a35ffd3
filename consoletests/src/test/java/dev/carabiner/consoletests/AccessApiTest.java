package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who comes in, who does not, and what every answer carries. */
class AccessApiTest extends OverTheApi {

    @Nested
    class Who_has_no_business_here {

        /** By hand: Java's client sends no other host than the one it connects to. */
        private int status(String host) throws Exception {
            try (Socket socket = new Socket("127.0.0.1", desk.console.port())) {
                String head = "GET /api/v1/me HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + Desk.APPROVER
                        + "\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return Integer.parseInt(all.split(" ", 3)[1]);
            }
        }

        @Test
        void comes_without_a_token_or_with_a_wrong_one() throws Exception {
            assertThat(desk.get(null, "/me").status()).isEqualTo(401);
            assertThat(desk.get("wrong", "/me").status()).isEqualTo(401);
            for (int i = 0; i < 30; i++) {
                desk.get("wrong " + i, "/me");
            }
            assertThat(desk.get("wrong again", "/me").status()).isEqualTo(429);
            assertThat(desk.get(Desk.APPROVER, "/me").text("role")).isEqualTo("approver");
        }

        @Test
        void comes_by_a_name_that_was_made_to_point_here() throws Exception {
            assertThat(status("evil.example:" + desk.console.port())).isEqualTo(421);
            assertThat(status("127.0.0.1:1")).isEqualTo(421);
            assertThat(status("localhost:" + desk.console.port())).isEqualTo(200);
        }

        @Test
        void posts_from_a_page_elsewhere() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            EventData body = Desk.decision(shown(request), "allow_once");
            Answer foreign = desk.send(
                    Desk.APPROVER,
                    "POST",
                    "/approvals/" + request.id() + "/decision",
                    dev.carabiner.json.EventDataJson.write(body),
                    it -> it.header("Origin", "http://evil.example"));

            assertThat(foreign.status()).isEqualTo(403);
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void posts_a_form_or_too_much() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            HttpRequest form = HttpRequest.newBuilder(
                            URI.create(desk.address() + "/api/v1/approvals/" + request.id() + "/decision"))
                    .header("Authorization", "Bearer " + Desk.APPROVER)
                    .header("Content-Type", "text/plain")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(form, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(415);
            EventData large = EventData.of("tool", "t", "input", EventData.of("text", "x".repeat(2 * 1024 * 1024)));
            assertThat(desk.post(Desk.REQUESTER, "/approvals", large).status()).isEqualTo(413);
        }

        @Test
        void sends_a_body_drop_by_drop_and_is_cut_off() throws Exception {
            try (Socket socket = new Socket("127.0.0.1", desk.console.port())) {
                socket.setSoTimeout(60_000);
                String head = "POST /api/v1/approvals HTTP/1.1\r\nHost: 127.0.0.1:" + desk.console.port()
                        + "\r\nAuthorization: Bearer " + Desk.REQUESTER
                        + "\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{";
                socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                Thread drops = Thread.ofVirtual().start(() -> {
                    try {
                        while (true) {
                            Thread.sleep(200);
                            socket.getOutputStream().write(' ');
                            socket.getOutputStream().flush();
                        }
                    } catch (Exception e) {
                        // cut off, as it should be
                    }
                });
                String first = new BufferedReader(
                                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                        .readLine();
                drops.interrupt();
                assertThat(first).contains("408");
            }
        }

        @Test
        void walks_out_of_the_files() throws Exception {
            for (String path : List.of(
                    "/../../etc/passwd",
                    "/assets/../index.html",
                    "/assets/%2e%2e/%2e%2e/etc/passwd",
                    "/assets/console.js%00.html",
                    "/approvals/..%2f..%2fetc",
                    "//etc/passwd")) {
                try (Socket socket = new Socket("127.0.0.1", desk.console.port())) {
                    String head = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + desk.console.port()
                            + "\r\nConnection: close\r\n\r\n";
                    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                    String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    assertThat(all.lines().findFirst().orElse("")).as(path).doesNotContain(" 200 ");
                }
            }
        }

        @Test
        void opens_a_socket_from_elsewhere_or_without_a_cookie() throws Exception {
            for (String origin : List.of("http://evil.example", desk.address())) {
                CompletableFuture<WebSocket> opened = HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .header("Origin", origin)
                        .buildAsync(
                                URI.create("ws://127.0.0.1:" + desk.console.port() + "/ws"),
                                new WebSocket.Listener() {});
                assertThat(opened)
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableOfType(java.util.concurrent.ExecutionException.class);
            }
        }

        @Test
        void comes_with_a_link_that_was_used() throws Exception {
            String link = desk.console.link(
                    new dev.carabiner.console.User("ann", dev.carabiner.console.ConsoleRole.APPROVER));
            EventData token = EventData.of("token", link.substring(link.indexOf("#t=") + 3));
            String json = dev.carabiner.json.EventDataJson.write(token);

            assertThat(desk.send(null, "POST", "/login", json, it -> it).status())
                    .isEqualTo(403);
            Answer first = desk.send(null, "POST", "/login", json, it -> it.header("Origin", desk.address()));
            assertThat(first.status()).isEqualTo(204);
            assertThat(first.response().headers().firstValue("Set-Cookie").orElseThrow())
                    .contains("HttpOnly", "SameSite=Strict");
            assertThat(desk.send(null, "POST", "/login", json, it -> it.header("Origin", desk.address()))
                            .status())
                    .isEqualTo(401);
        }
    }

    @Nested
    class Every_answer {

        @Test
        void carries_the_policy_that_keeps_the_page_to_itself() throws Exception {
            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(desk.address() + "/"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "require-trusted-types-for 'script'", "frame-ancestors 'none'");
            assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(page.body()).doesNotContain("style=", "<script>");
        }
    }
}
