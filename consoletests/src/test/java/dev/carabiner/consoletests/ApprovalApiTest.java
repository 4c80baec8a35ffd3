package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Requests: asked by agents and programs, listed, shown, decided. */
class ApprovalApiTest extends OverTheApi {

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
            assertThat(again.text("option")).isEqualTo("allow_once");
            assertThat(shown(request).body().object("decision").text("option")).isEqualTo("allow_once");
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
        void may_name_the_digest_as_it_came_or_as_the_command_prints_it() throws Exception {
            for (boolean bare : new boolean[] {false, true}) {
                ApprovalRequest request = desk.ask("ls");
                Answer shown = shown(request);
                assertThat(shown.body().object("operation").get("digest")).isEqualTo("sha256:" + request.digest());
                EventData decision = Desk.decision(shown, "allow_once");

                assertThat(decide(request, bare ? decision.with("digest", request.digest()) : decision)
                                .status())
                        .isEqualTo(200);
            }
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

        @Test
        void that_is_not_understood_leaves_its_nonce_to_be_used() throws Exception {
            ApprovalRequest request = desk.ask("git log -1");
            EventData decision = Desk.decision(shown(request), "allow_once");
            EventData wish = EventData.of("scope", "exact");
            assertThat(decide(request, decision.with("reason", 5)).status()).isEqualTo(400);
            assertThat(decide(request, decision.with("input", List.of())).status())
                    .isEqualTo(400);
            assertThat(decide(request, decision.with("rule", wish.with("ends", "0s")))
                            .status())
                    .isEqualTo(400);
            assertThat(decide(request, decision.with("rule", wish.with("scope", "all")))
                            .status())
                    .isEqualTo(422);

            assertThat(decide(request, decision).status()).isEqualTo(200);
        }

        @Test
        void can_carry_a_rule_that_ends_with_the_session_and_none_that_ends_never() throws Exception {
            ApprovalRequest request = desk.ask("git log -1");
            EventData wish = EventData.of("scope", "exact", "ends", "session", "max_uses", 10);
            assertThat(decide(
                                    request,
                                    Desk.decision(shown(request), "allow_once")
                                            .with("rule", wish.with("ends", "never")))
                            .status())
                    .isEqualTo(400);
            assertThat(decide(
                                    request,
                                    Desk.decision(shown(request), "allow_once").with("rule", wish))
                            .status())
                    .isEqualTo(200);
            assertThat(desk.database
                            .store()
                            .read(request.id())
                            .decision()
                            .rule()
                            .text("session"))
                    .isEqualTo(request.session());
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
        void is_told_what_it_may_run_instead_and_why_it_may_not() throws Exception {
            EventData staging = EventData.of("to", "staging");
            ApprovalRequest edited = request(ask(asked, "k-1").text("id"));
            decide(edited, Desk.decision(shown(edited), "allow_once").with("input", staging));
            ApprovalRequest denied = request(ask(asked, "k-2").text("id"));
            decide(denied, Desk.decision(shown(denied), "deny").with("reason", "not on a Friday"));

            EventData allowance = decided(edited.id());
            assertThat(allowance.get("edited")).isEqualTo(true);
            assertThat(allowance.object("input")).isEqualTo(staging);
            assertThat(decided(denied.id()).text("reason")).contains("not on a Friday");
            assertThat(decided(denied.id()).get("input")).isNull();
        }

        private ApprovalRequest request(String id) {
            return desk.database.store().read(id).request();
        }

        private EventData decided(String id) throws Exception {
            return desk.get(Desk.REQUESTER, "/approvals/" + id).body().object("decision");
        }

        @Test
        void that_repeats_itself_asks_once() throws Exception {
            Answer first = ask(asked, "k-1");

            assertThat(ask(asked, "k-1").text("id")).isEqualTo(first.text("id"));
            assertThat(ask(asked, "k-2").text("id")).isNotEqualTo(first.text("id"));
            assertThat(ask(asked.with("tool", "destroy"), "k-1").status()).isEqualTo(422);
            assertThat(ask(asked.with("prompt", "Now?"), "k-1").status()).isEqualTo(422);
            assertThat(ask(asked.with("timeout", "9m"), "k-1").status()).isEqualTo(422);
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
            assertThat(desk.get(Desk.VIEWER, "/approvals/first").text("id")).isEqualTo(soon.id());
            assertThat(second.text("approvals")).contains(late.id());
            assertThat(desk.get(Desk.VIEWER, "/approvals?limit=0").status()).isEqualTo(400);
            assertThat(desk.get(Desk.VIEWER, "/approvals?cursor=xyz").status()).isEqualTo(400);
        }

        @Test
        void that_are_known_are_not_sent_again() throws Exception {
            desk.ask("ls");
            while (!desk.get(Desk.VIEWER, "/approvals?state=ended")
                    .text("waiting")
                    .equals("1")) {
                Thread.sleep(20); // until the server has noticed it, which makes another answer of it
            }
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
}
