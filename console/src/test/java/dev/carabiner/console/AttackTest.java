package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.console.Served.Response;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What must achieve nothing, tried against a real server. */
@Timeout(120)
class AttackTest {

    @TempDir
    private Path directory;

    private Served served;

    @BeforeEach
    void start() {
        served = new Served(directory);
    }

    @AfterEach
    void end() {
        served.close();
    }

    private State state(ApprovalRequest request) {
        return served.database.store().read(request.id()).state();
    }

    @Nested
    class A_page_of_another_origin {

        @Test
        void decides_nothing_even_with_the_cookie_and_a_nonce() throws Exception {
            ApprovalRequest request = served.ask("ls", 1);
            String cookie = served.cookie();
            String body = EventDataJson.write(served.decision(Served.ANN, request, "allow_once"));
            for (String origin : List.of(
                    "Origin: http://evil.example\r\n",
                    "Origin: null\r\n",
                    "Origin: https://" + served.host() + "\r\n",
                    "Origin: http://" + served.host() + ".evil.example\r\n",
                    "Origin: http://localhost:" + served.console.port() + "\r\n",
                    "Origin: http://" + served.host() + "\r\nSec-Fetch-Site: cross-site\r\n",
                    "Origin: http://" + served.host() + "\r\nSec-Fetch-Site: same-site\r\n",
                    "")) {
                Response response = served.post(
                        "Cookie: " + cookie + "\r\n" + origin, "/approvals/" + request.id() + "/decision", body);
                assertThat(response.status()).as(origin).isEqualTo(403);
            }
            assertThat(state(request)).isEqualTo(State.PENDING);

            Response own = served.post(
                    "Cookie: " + cookie + "\r\nOrigin: http://" + served.host() + "\r\nSec-Fetch-Site: same-origin\r\n",
                    "/approvals/" + request.id() + "/decision",
                    body);
            assertThat(own.status()).as(own.text()).isEqualTo(200); // the nonce was not burnt by them
        }

        @Test
        void opens_no_socket_even_with_the_cookie() throws Exception {
            for (String origin : List.of("http://evil.example", "null", "https://" + served.host())) {
                Response response = served.raw(
                        "GET /ws HTTP/1.1\r\nHost: " + served.host() + "\r\nCookie: " + served.cookie() + "\r\nOrigin: "
                                + origin
                                + "\r\n"
                                + "Connection: Upgrade, close\r\n"
                                + "Upgrade: websocket\r\n"
                                + "Sec-WebSocket-Version: 13\r\n"
                                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n",
                        "");
                assertThat(response.status()).isEqualTo(403);
            }
        }

        @Test
        void is_never_told_that_it_may_read() throws Exception {
            for (String method : List.of("GET", "OPTIONS", "POST")) {
                Response response = served.raw(
                        method + " /api/v1/approvals HTTP/1.1\r\nHost: " + served.host() + "\r\nCookie: "
                                + served.cookie() + "\r\nOrigin: http://evil.example\r\n"
                                + "Access-Control-Request-Method: POST\r\nContent-Length: 0\r\n",
                        "");
                assertThat(response.text()).as(method).doesNotContainIgnoringCase("Access-Control-Allow");
                assertThat(response.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            }
        }
    }

    @Nested
    class A_name_that_was_made_to_point_here {

        @Test
        void gets_nothing_whatever_it_is_called() throws Exception {
            for (String host : List.of(
                    "evil.example",
                    "evil.example:" + served.console.port(),
                    "127.0.0.1",
                    "127.0.0.1:1",
                    "127.0.0.1.evil.example:" + served.console.port(),
                    "localhost.:" + served.console.port(),
                    "0.0.0.0:" + served.console.port(),
                    "[::1]:" + served.console.port())) {
                for (String path : List.of("/", "/ws", "/api/v1/approvals", "/api/v1/events")) {
                    Response response = served.raw(
                            "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + Served.ANN
                                    + "\r\n",
                            "");
                    assertThat(response.status()).as(host + path).isIn(400, 421);
                }
            }
        }

        @Test
        void gets_nothing_by_naming_it_elsewhere_in_the_request() throws Exception {
            assertThat(served.raw(
                                    "GET http://evil.example/api/v1/approvals HTTP/1.1\r\nHost: " + served.host()
                                            + "\r\nAuthorization: Bearer " + Served.ANN + "\r\n",
                                    "")
                            .status())
                    .isIn(400, 421);
            assertThat(served.raw("GET /api/v1/approvals HTTP/1.1\r\n", "").status())
                    .isIn(400, 421);
            assertThat(served.raw(
                                    "GET /api/v1/approvals HTTP/1.1\r\nHost: " + served.host()
                                            + "\r\nHost: evil.example\r\n",
                                    "")
                            .status())
                    .isIn(400, 421);
        }
    }

    @Nested
    class A_nonce {

        @Test
        void that_was_given_to_another_person_or_is_missing_decides_nothing() throws Exception {
            ApprovalRequest request = served.ask("ls", 1);
            EventData anns = served.decision(Served.ANN, request, "allow_once");

            assertThat(served.decide(Served.BOB, request, anns).status()).isEqualTo(403);
            assertThat(served.decide(Served.ANN, request, anns.without("nonce")).status())
                    .isEqualTo(400);
            assertThat(served.decide(Served.ANN, request, anns.with("nonce", ""))
                            .status())
                    .isEqualTo(403);
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void counts_once_also_while_more_votes_are_needed() throws Exception {
            ApprovalRequest request = served.ask("ls", 2);
            EventData vote = served.decision(Served.ANN, request, "allow_once");

            assertThat(served.decide(Served.ANN, request, vote).status()).isEqualTo(200);
            assertThat(served.decide(Served.ANN, request, vote).status()).isEqualTo(403);
            assertThat(served.decide(Served.ANN, request, served.decision(Served.ANN, request, "allow_once"))
                            .status())
                    .isEqualTo(200); // the same vote again
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void of_a_call_that_has_changed_since_it_was_shown_decides_nothing() throws Exception {
            ApprovalRequest shown = served.ask("ls", 1);
            ApprovalRequest now = served.ask("rm -rf build", 1);
            EventData decision = served.decision(Served.ANN, shown, "allow_once");

            Response response = served.decide(Served.ANN, now, decision);
            assertThat(response.status()).isEqualTo(412);
            EventData fresh = response.json().object("approval");
            assertThat(String.valueOf(fresh.object("operation").get("input"))).contains("rm -rf build");
            assertThat(served.decide(Served.ANN, now, decision.with("digest", now.digest()))
                            .status())
                    .isEqualTo(403);
            assertThat(state(now)).isEqualTo(State.PENDING);
        }
    }

    @Nested
    class A_decision {

        @Test
        void that_is_sent_again_is_told_who_decided_and_changes_nothing() throws Exception {
            ApprovalRequest request = served.ask("ls", 1);
            EventData deny = served.decision(Served.ANN, request, "deny");
            EventData allow = served.decision(Served.BOB, request, "allow_once");
            assertThat(served.decide(Served.ANN, request, deny).status()).isEqualTo(200);

            for (EventData late : List.of(deny, allow)) {
                Response response = served.decide(Served.BOB, request, late);
                assertThat(response.status()).isEqualTo(409);
                assertThat(response.json().text("decided_by")).isEqualTo("ann");
            }
            assertThat(state(request)).isEqualTo(State.DENIED);
        }

        @Test
        void is_not_made_by_an_agents_token_not_even_on_what_it_asked_itself() throws Exception {
            EventData asked = served.post(
                            Served.CI, "/approvals", EventData.of("tool", "Deploy", "input", EventData.of("to", "x")))
                    .json();
            String id = asked.text("id");
            EventData stolen = EventData.of(
                    "option",
                    "allow_once",
                    "digest",
                    asked.object("operation").get("digest"),
                    "nonce",
                    served.get(Served.ANN, "/approvals/" + id).json().get("nonce"),
                    "seen",
                    "all");

            assertThat(asked.get("nonce")).isNull();
            assertThat(served.get(Served.CI, "/approvals/" + id).json().get("nonce"))
                    .isNull();
            assertThat(served.post(Served.CI, "/approvals/" + id + "/decision", stolen)
                            .status())
                    .isEqualTo(403);
            for (String path : List.of("/approvals", "/events", "/approvals/" + id + "/rules")) {
                assertThat(served.get(Served.CI, path).status()).as(path).isEqualTo(403);
            }
            assertThat(served.database.store().read(id).state()).isEqualTo(State.PENDING);
        }

        @Test
        void with_an_edited_input_that_a_guard_denies_runs_nothing() throws Exception {
            AtomicInteger runs = new AtomicInteger();
            CompletableFuture<ToolAnswer> answer = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> answer.complete(agent(runs)));
            while (served.database.store().pending(null, 1).isEmpty()) {
                Thread.sleep(10);
            }
            ApprovalRequest request =
                    served.database.store().pending(null, 1).getFirst().request();
            EventData decision =
                    served.decision(Served.ANN, request, "allow").with("input", EventData.of("command", "rm -rf /"));

            assertThat(served.decide(Served.ANN, request, decision).status()).isEqualTo(200);

            assertThat(answer.get(60, TimeUnit.SECONDS).status()).isEqualTo(ToolAnswer.Status.DENIED);
            assertThat(answer.get().text()).contains("not rm");
            assertThat(runs).hasValue(0);
        }

        private ToolAnswer agent(AtomicInteger runs) {
            HookRegistry hooks = new HookRegistry();
            hooks.register(
                    HookOptions.forEvent("tool:pre").name("no-rm").guard(),
                    (event, data) ->
                            String.valueOf(data.get("tool_input")).contains("rm ") ? HookResult.deny("not rm") : null);
            hooks.register("tool:pre", 5, "guard", (event, data) -> HookResult.ask("Run this?"));
            SessionCoordinator session = SessionCoordinator.builder()
                    .sessionId("s-9")
                    .hooks(hooks)
                    .approvalStore(served.database.store())
                    .channels(List.of(pending -> () -> {}))
                    .build();
            return session.call(new ToolCall("c", "Bash", EventData.of("command", "ls")), input -> {
                runs.incrementAndGet();
                return ToolResult.of("ran");
            });
        }
    }

    @Nested
    class Hostile_text {

        private static final String BAD = "\u001b[2J\r\u202egpj\u200b\u009b1A\u2066";

        @Test
        void in_any_field_comes_as_plain_letters_and_means_the_same() throws Exception {
            EventData input = EventData.of("command" + BAD, BAD);
            EventData data = EventData.of("tool_name", "Bash" + BAD, "tool_input", input);
            Question question = new Question(
                    "guard" + BAD,
                    "Run?" + BAD,
                    List.of("Allow" + BAD, "Deny"),
                    Duration.ofMinutes(5),
                    Decision.DENY,
                    "a reason" + BAD,
                    "");
            ApprovalRequest request = served.ask("s-1" + BAD, question, data, 1);

            for (String path : List.of("", "?session=" + "s-1", "/" + request.id(), "/" + request.id() + "/rules")) {
                Response response = served.get(Served.ANN, "/approvals" + path);
                assertThat(response.status()).as(path).isEqualTo(200);
                assertThat(response.body().codePoints().filter(VisibleText::isDeceptive))
                        .as(path)
                        .isEmpty();
            }
            EventData shown =
                    served.get(Served.ANN, "/approvals/" + request.id()).json();
            assertThat(shown.object("operation").object("input")).isEqualTo(input);
            assertThat(String.valueOf(shown.object("shown")).codePoints().filter(VisibleText::isDeceptive))
                    .as("what the kernel rendered for a person")
                    .isEmpty();
        }

        @Test
        void in_an_error_comes_as_plain_letters() throws Exception {
            Response response = served.post(Served.CI, "/approvals", EventData.of("tool", "x", BAD, 1));

            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body().codePoints().filter(VisibleText::isDeceptive))
                    .isEmpty();
        }
    }

    @Nested
    class A_request {

        private int posted(String head, String body) throws IOException {
            return served.raw(
                            "POST /api/v1/approvals HTTP/1.1\r\nHost: " + served.host() + "\r\nAuthorization: Bearer "
                                    + Served.CI + "\r\nContent-Type: application/json\r\n" + head,
                            body)
                    .status();
        }

        @Test
        void that_is_too_large_is_refused_however_it_says_its_length() throws Exception {
            assertThat(posted("Content-Length: 99999999999\r\n", "{")).isEqualTo(413);
            String piece = "100000\r\n" + " ".repeat(0x100000) + "\r\n";
            assertThat(posted("Transfer-Encoding: chunked\r\n", piece + "10\r\n" + " ".repeat(16) + "\r\n0\r\n\r\n"))
                    .isEqualTo(413);
            assertThat(posted("X-Long: " + "x".repeat(40_000) + "\r\nContent-Length: 0\r\n", ""))
                    .isEqualTo(431);
            assertThat(posted("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"))
                    .isEqualTo(400);
        }

        @Test
        void that_is_nested_without_end_is_no_question() throws Exception {
            String deep = "{\"tool\":\"x\",\"input\":" + "{\"a\":".repeat(50_000);
            assertThat(posted("Content-Length: " + deep.length() + "\r\n", deep))
                    .isEqualTo(400);
            assertThat(served.get(Served.ANN, "/approvals").status()).isEqualTo(200);
        }

        private Response asked(String line) throws IOException {
            return served.raw(
                    line + " HTTP/1.1\r\nHost: " + served.host() + "\r\nAuthorization: Bearer " + Served.ANN + "\r\n",
                    "");
        }

        @Test
        void whose_query_is_no_text_is_told_so() throws Exception {
            for (String path :
                    List.of("approvals?session=%zz", "approvals?session=%ff", "events?hook=%zz", "live?hook=%f")) {
                Response response = asked("GET /api/v1/" + path);
                assertThat(response.status()).as(path).isEqualTo(400);
                assertThat(response.json().text("detail")).contains("The address cannot be read");
            }
        }

        @Test
        void of_another_method_is_told_which_is_expected() throws Exception {
            for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
                assertThat(asked(method + " /api/v1/approvals").status())
                        .as(method)
                        .isEqualTo(405);
            }
        }

        @Test
        void with_a_token_that_is_not_known_is_told_which_are() throws Exception {
            Response response = served.get("x".repeat(40), "/approvals");

            assertThat(response.status()).isEqualTo(401);
            assertThat(response.json().text("detail")).contains("carabiner serve --tokens");
        }

        @Test
        void for_a_path_out_of_the_way_finds_nothing() throws Exception {
            for (String path : List.of(
                    "/api/v1/approvals/../../../etc/passwd",
                    "/api/v1/approvals/%2e%2e%2f%2e%2e%2fetc",
                    "/api/v1/../../WEB-INF",
                    "/api/v1/approvals/..;/",
                    "/%5c..%5c..%5cetc",
                    "/assets/..%252f..%252fetc/passwd",
                    "/assets//etc/passwd",
                    "/assets/" + "a".repeat(5_000))) {
                Response response = served.raw(
                        "GET " + path + " HTTP/1.1\r\nHost: " + served.host() + "\r\nAuthorization: Bearer "
                                + Served.ANN + "\r\n",
                        "");
                assertThat(response.status()).as(path).isIn(400, 404, 414);
                assertThat(response.body())
                        .as(path)
                        .startsWith("{\"type\":\"/problems/")
                        .doesNotContain("root:");
            }
        }
    }
}
