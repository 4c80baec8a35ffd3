package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.KnownSession;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The API as programs use it, and as attackers try to. Every answer is held against docs/api.yaml. */
@Timeout(120)
class ApiTest {

    private static Description description;

    @TempDir
    private Path directory;

    private Desk desk;

    @BeforeAll
    static void read() throws Exception {
        description = new Description();
    }

    @AfterAll
    static void every_operation_of_the_description_was_called() {
        assertThat(description.uncalled()).isEmpty();
    }

    @BeforeEach
    void open() {
        desk = new Desk(directory, description);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private State state(ApprovalRequest request) {
        return desk.database.store().read(request.id()).state();
    }

    private Answer shown(ApprovalRequest request) throws Exception {
        return desk.get(Desk.APPROVER, "/approvals/" + request.id());
    }

    private Answer decide(ApprovalRequest request, EventData body) throws Exception {
        return desk.post(Desk.APPROVER, "/approvals/" + request.id() + "/decision", body);
    }

    @Nested
    class A_decision {

        @Test
        void by_an_approver_on_what_was_shown_counts_once() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            EventData body = Desk.decision(shown(request), "allow_once");

            assertThat(decide(request, body).text("state")).isEqualTo("allowed");
            Answer again = decide(request, body);

            assertThat(again.status()).isEqualTo(409);
            assertThat(again.text("decided_by")).isEqualTo("ann");
            assertThat(again.text("channel")).isEqualTo("console");
        }

        @Test
        void wakes_who_waits_for_it() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            CompletableFuture<Answer> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return desk.get(Desk.VIEWER, "/approvals/" + request.id() + "?wait=30s");
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            });
            decide(request, Desk.decision(shown(request), "deny"));

            assertThat(waiting.get(20, TimeUnit.SECONDS).text("state")).isEqualTo("denied");
        }

        @Test
        void needs_a_nonce_that_was_given_for_it_and_was_not_used() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            ApprovalRequest other = desk.ask("ls -l");
            EventData body = Desk.decision(shown(request), "allow_once");

            assertThat(decide(request, body.with("nonce", "n_guess")).status()).isEqualTo(403);
            assertThat(decide(request, body.with("nonce", shown(other).body().get("nonce")))
                            .status())
                    .isEqualTo(403);
            assertThat(decide(request, body.without("nonce")).status()).isEqualTo(400);
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void on_another_call_than_the_one_that_waits_gets_the_new_one_to_read() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            Answer changed =
                    decide(request, Desk.decision(shown(request), "allow_once").with("digest", "0000"));

            assertThat(changed.status()).isEqualTo(412);
            assertThat(changed.body().object("approval").get("id")).isEqualTo(request.id());
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void that_allows_what_was_not_all_seen_is_refused() throws Exception {
            ApprovalRequest request = desk.ask("echo 1\n".repeat(200));
            Answer shown = shown(request);
            assertThat((Integer) shown.body().object("shown").get("hidden_lines"))
                    .isPositive();

            assertThat(decide(request, Desk.decision(shown, "allow_once").with("seen", "part"))
                            .status())
                    .isEqualTo(422);
            assertThat(decide(request, Desk.decision(shown(request), "deny").with("seen", "part"))
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void is_not_for_a_viewer_nor_for_an_agents_token() throws Exception {
            ApprovalRequest request = desk.ask("ls");
            EventData body = Desk.decision(shown(request), "allow_once");

            for (String token : List.of(Desk.VIEWER, Desk.REQUESTER)) {
                assertThat(desk.post(token, "/approvals/" + request.id() + "/decision", body)
                                .status())
                        .isIn(403, 404);
            }
            assertThat(desk.get(Desk.VIEWER, "/approvals/" + request.id())
                            .body()
                            .get("nonce"))
                    .isNull();
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void with_a_key_that_is_not_known_is_refused() throws Exception {
            ApprovalRequest request = desk.ask("ls");

            Answer answer =
                    decide(request, Desk.decision(shown(request), "allow_once").with("decided_by", "root"));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("detail")).contains("decided_by");
        }

        @Test
        void of_several_at_once_is_won_by_one() throws Exception {
            for (int round = 0; round < 10; round++) {
                ApprovalRequest request = desk.ask("ls " + round);
                List<EventData> bodies = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    bodies.add(Desk.decision(shown(request), i % 2 == 0 ? "allow_once" : "deny"));
                }
                List<CompletableFuture<Integer>> all = new ArrayList<>();
                for (EventData body : bodies) {
                    all.add(CompletableFuture.supplyAsync(() -> {
                        try {
                            return decide(request, body).status();
                        } catch (Exception e) {
                            throw new CompletionException(e);
                        }
                    }));
                }
                List<Integer> statuses =
                        all.stream().map(CompletableFuture::join).toList();
                assertThat(statuses).containsOnly(200, 409).containsOnlyOnce(200);
            }
        }

        @Test
        void can_carry_an_edited_input_and_a_rule_that_was_offered() throws Exception {
            ApprovalRequest edited = desk.ask("ls");
            assertThat(desk.post(
                                    Desk.APPROVER,
                                    "/approvals/" + edited.id() + "/preview",
                                    EventData.of("input", EventData.of("command", "rm x")))
                            .text("verdict"))
                    .isEqualTo("deny");
            decide(edited, Desk.decision(shown(edited), "allow_once").with("input", EventData.of("command", "ls -l")));
            assertThat(desk.database.store().read(edited.id()).decision().input())
                    .isEqualTo(EventData.of("command", "ls -l"));

            ApprovalRequest ruled = desk.ask("git log -1");
            Answer rules = desk.get(Desk.APPROVER, "/approvals/" + ruled.id() + "/rules");
            assertThat(rules.text("rules")).contains("exact");
            EventData wish = EventData.of("scope", "exact", "ends", "1h", "max_uses", 3);
            assertThat(decide(ruled, Desk.decision(shown(ruled), "allow_once").with("rule", wish.with("scope", "all")))
                            .status())
                    .isEqualTo(422);
            assertThat(decide(ruled, Desk.decision(shown(ruled), "allow_once").with("rule", wish))
                            .status())
                    .isEqualTo(200);
            assertThat(desk.database.store().read(ruled.id()).decision().rule().get("max_uses"))
                    .isEqualTo(3);
        }
    }

    @Nested
    class Another_program {

        private final EventData asked = EventData.of("tool", "deploy", "input", EventData.of("to", "production"));

        private Answer ask(EventData body, String key) throws Exception {
            return desk.send(
                    Desk.REQUESTER,
                    "POST",
                    "/approvals",
                    dev.carabiner.json.EventDataJson.write(body),
                    it -> it.header("Idempotency-Key", key));
        }

        @Test
        void asks_and_waits_and_sees_nothing_else() throws Exception {
            ApprovalRequest foreign = desk.ask("ls");
            Answer made = ask(asked, "k-1");
            assertThat(made.status()).isEqualTo(201);
            String id = made.text("id");

            assertThat(desk.get(Desk.REQUESTER, "/approvals/" + id).text("state"))
                    .isEqualTo("pending");
            assertThat(desk.get(Desk.REQUESTER, "/approvals/" + foreign.id()).status())
                    .isEqualTo(404);
            assertThat(desk.get(Desk.REQUESTER, "/approvals").status()).isEqualTo(403);
            assertThat(desk.post(Desk.APPROVER, "/approvals", asked).status()).isEqualTo(403);
        }

        @Test
        void that_repeats_itself_asks_once() throws Exception {
            Answer first = ask(asked, "k-1");

            assertThat(ask(asked, "k-1").text("id")).isEqualTo(first.text("id"));
            assertThat(ask(asked, "k-2").text("id")).isNotEqualTo(first.text("id"));
            assertThat(ask(asked.with("tool", "destroy"), "k-1").status()).isEqualTo(422);
        }
    }

    @Nested
    class Lists {

        @Test
        void have_what_expires_first_on_top_and_come_in_pages() throws Exception {
            ApprovalRequest late = desk.ask(EventData.of("command", "b"), "?", Duration.ofMinutes(9), 1);
            ApprovalRequest soon = desk.ask(EventData.of("command", "a"), "?", Duration.ofMinutes(2), 1);

            Answer first = desk.get(Desk.VIEWER, "/approvals?limit=1");
            Answer second = desk.get(Desk.VIEWER, "/approvals?limit=1&cursor=" + first.text("next"));

            assertThat(first.text("approvals")).contains(soon.id()).doesNotContain(late.id());
            assertThat(second.text("approvals")).contains(late.id());
            assertThat(desk.get(Desk.VIEWER, "/approvals?limit=0").status()).isEqualTo(400);
            assertThat(desk.get(Desk.VIEWER, "/approvals?cursor=xyz").status()).isEqualTo(400);
        }

        @Test
        void that_are_known_are_not_sent_again() throws Exception {
            desk.ask("ls");
            String etag = desk.get(Desk.VIEWER, "/approvals?state=ended")
                    .response()
                    .headers()
                    .firstValue("ETag")
                    .orElseThrow();

            assertThat(desk.send(
                                    Desk.VIEWER,
                                    "GET",
                                    "/approvals?state=ended",
                                    null,
                                    it -> it.header("If-None-Match", etag))
                            .status())
                    .isEqualTo(304);
        }

        @Test
        void are_followed_by_a_stream() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(desk.address() + "/api/v1/events"))
                    .header("Authorization", "Bearer " + Desk.VIEWER)
                    .build();
            HttpResponse<java.io.InputStream> stream =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
            description.check("GET", "/events", stream.statusCode(), "text/event-stream", "\"\"");
            ApprovalRequest asked = desk.ask("ls");
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                while (!line.startsWith("data: ")) {
                    line = lines.readLine();
                }
                assertThat(line).contains(asked.id());
            }
        }
    }

    @Nested
    class Sessions {

        private AgentAtWork agent;

        @BeforeEach
        void work() throws Exception {
            agent = new AgentAtWork(desk, "s-7", "checkout-memory", directory);
            agent.turn("Find out why").model("I look at it.");
            agent.call("ls");
            agent.call("rm -rf x");
            agent.answer("Done.");
        }

        @AfterEach
        void end() {
            agent.close();
        }

        private Answer until(String path, String text) throws Exception {
            Answer answer = desk.get(Desk.VIEWER, path);
            for (int i = 0; i < 100 && !answer.response().body().contains(text); i++) {
                Thread.sleep(100);
                answer = desk.get(Desk.VIEWER, path);
            }
            assertThat(answer.response().body()).contains(text);
            return answer;
        }

        @Test
        void of_other_processes_are_listed_with_what_their_logs_say() throws Exception {
            Answer list = until("/sessions", "\"denied\":1");

            assertThat(list.response().body()).contains("checkout-memory", "\"calls\":2", "\"status\":\"running\"");
            assertThat(desk.get(Desk.REQUESTER, "/sessions").status()).isEqualTo(403);
        }

        @Test
        void are_told_turn_by_turn() throws Exception {
            Answer one = until("/sessions/s-7", "Done.");

            assertThat(one.response().body())
                    .contains(
                            "Find out why", "I look at it.", "done: ls", "rm -rf x", "\"decided_by\":\"shell-guard\"");
            assertThat(desk.get(Desk.VIEWER, "/sessions/none").status()).isEqualTo(404);
        }

        @Test
        void that_changed_after_they_were_written_are_said_to_be() throws Exception {
            until("/sessions", "\"denied\":1");
            Path segment = directory.resolve("log-s-7/segment-000001.jsonl");
            String changed = Files.readString(segment).replace("rm -rf x", "ls -la x");
            Files.writeString(segment, changed);

            assertThat(desk.get(Desk.VIEWER, "/sessions/s-7").response().body())
                    .contains("The log is not as it was written");
        }

        @Test
        void whose_last_line_is_half_written_are_shown_up_to_it() throws Exception {
            until("/sessions/s-7", "Done.");
            Path copy = Files.createDirectory(directory.resolve("log-s-9"));
            String written = Files.readString(directory.resolve("log-s-7/segment-000001.jsonl"));
            Files.writeString(copy.resolve("segment-000001.jsonl"), written + "{\"v\":2,\"log\":\"x");
            KnownSession known = desk.sessions.getFirst();
            desk.sessions.add(new KnownSession(
                    "s-9", "cut", known.created(), known.updated(), directory, "team", null, "running", 1, copy));

            Answer one = until("/sessions/s-9", "Done.");
            assertThat(one.response().body()).contains("Done.");
            assertThat(one.body().get("problem")).isNull();
        }

        @Test
        void are_followed_live_and_by_filter() throws Exception {
            until("/live?action=deny", "rm -rf x");

            assertThat(desk.get(Desk.VIEWER, "/live?event=tool:*").response().body())
                    .contains("tool:post")
                    .doesNotContain("prompt:submit");
            assertThat(desk.get(Desk.VIEWER, "/live?session=other").text("rows"))
                    .isEqualTo("[]");
        }

        @Test
        void give_each_hook_its_figures() throws Exception {
            Answer hooks = until("/hooks?over=24h", "the linter is not installed");

            assertThat(hooks.response().body()).contains("\"hook\":\"budget\"", "\"on_failure\":\"deny\"");
            assertThat(desk.get(Desk.VIEWER, "/hooks?over=3h").status()).isEqualTo(400);
        }

        @Test
        void stream_their_records_from_where_a_reader_was() throws Exception {
            Answer live = until("/live?action=deny", "rm -rf x");
            String last =
                    String.valueOf(((java.util.Map<?, ?>) ((List<?>) live.body().get("rows")).getFirst()).get("id"));
            HttpRequest request = HttpRequest.newBuilder(URI.create(desk.address() + "/api/v1/events"))
                    .header("Authorization", "Bearer " + Desk.VIEWER)
                    .header("Last-Event-ID", last)
                    .build();
            HttpResponse<java.io.InputStream> stream =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                while (!line.startsWith("data: ")) {
                    line = lines.readLine();
                }
                assertThat(line).contains("prompt:complete");
            }
        }

        @Test
        void say_around_a_request_what_was_said_and_who_had_a_say() throws Exception {
            CompletableFuture<dev.carabiner.session.ToolAnswer> waiting = agent.calling("make deploy");
            Answer first = until("/approvals/first", "\"hook\":\"secret-scan\"");

            assertThat(first.response().body())
                    .contains("Find out why", "\"action\":\"ask_user\"", "never asked before", "checkout-memory");
            desk.post(
                    Desk.APPROVER,
                    "/approvals/" + first.text("id") + "/decision",
                    Desk.decision(desk.get(Desk.APPROVER, "/approvals/first"), "allow_once"));
            assertThat(waiting.get(20, TimeUnit.SECONDS).text()).isEqualTo("done: make deploy");
            assertThat(desk.get(Desk.VIEWER, "/approvals/first").status()).isEqualTo(204);
        }
    }

    @Nested
    class Rules {

        private final EventData rule = EventData.of(
                "decision",
                "allow",
                "tool",
                "Bash",
                "hook",
                "guard",
                "kind",
                "shell",
                "value",
                "git log *",
                "ends",
                "8h");

        @Test
        void are_measured_added_listed_and_ended() throws Exception {
            ApprovalRequest denied = desk.ask("git log -1");
            decide(denied, Desk.decision(shown(denied), "deny"));
            ApprovalRequest other = desk.ask("make");
            decide(other, Desk.decision(shown(other), "deny"));

            Answer coverage = desk.post(Desk.APPROVER, "/rules/coverage", rule);
            assertThat(coverage.body().get("covers")).isEqualTo(1);
            assertThat(coverage.body().get("past")).isEqualTo(2);
            assertThat(coverage.body().get("contradicted")).isEqualTo(1);
            assertThat(coverage.text("examples")).contains("git log -1", "ann");

            Answer added = desk.post(Desk.APPROVER, "/rules", rule);
            assertThat(added.status()).isEqualTo(201);
            assertThat(desk.get(Desk.VIEWER, "/rules").text("rules")).contains("git log *", "made_by=ann");
            String end = "/rules/" + added.text("id") + "/end";
            assertThat(desk.post(Desk.APPROVER, end, EventData.empty()).status())
                    .isEqualTo(204);
            assertThat(desk.post(Desk.APPROVER, end, EventData.empty()).status())
                    .isEqualTo(404);
        }

        @Test
        void that_cannot_be_or_are_made_by_the_wrong_ones_are_refused() throws Exception {
            assertThat(desk.post(Desk.APPROVER, "/rules", rule.with("value", "env *"))
                            .status())
                    .isEqualTo(422);
            assertThat(desk.post(Desk.APPROVER, "/rules", rule.with("kind", "magic"))
                            .status())
                    .isEqualTo(400);
            for (String token : List.of(Desk.VIEWER, Desk.REQUESTER)) {
                assertThat(desk.post(token, "/rules", rule).status()).isEqualTo(403);
                assertThat(desk.post(token, "/rules/coverage", rule).status()).isEqualTo(403);
                assertThat(desk.post(token, "/rules/x/end", EventData.empty()).status())
                        .isEqualTo(403);
            }
        }
    }

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
