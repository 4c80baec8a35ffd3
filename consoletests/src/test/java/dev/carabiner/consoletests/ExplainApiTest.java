package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the hooks say about a call or an event that is only described. */
class ExplainApiTest extends OverTheApi {

    private Answer explained(EventData body) throws Exception {
        Answer answer = desk.post(Desk.APPROVER, "/explain", body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer;
    }

    private static EventData call(String command) {
        return EventData.of("tool", "Bash", "input", EventData.of("command", command));
    }

    private int status(String body) throws Exception {
        return desk.send(Desk.APPROVER, "POST", "/explain", body, it -> it).status();
    }

    @Test
    void is_told_with_what_would_flip_it() throws Exception {
        Answer denied = explained(call("rm -rf x"));

        assertThat(denied.text("verdict")).isEqualTo("deny");
        assertThat(denied.text("decided_by")).isEqualTo("team-guard");
        assertThat(denied.text("bundle")).isEqualTo("team@3");
        assertThat(denied.text("flips")).contains("hook=team-guard", "action=ask_user", "decided_by=asks");
        assertThat(denied.body().get("recorded")).isNull();
        assertThat(explained(call("ls")).text("verdict")).isEqualTo("ask");
    }

    @Test
    void may_be_any_event() throws Exception {
        assertThat(explained(EventData.of("event", "prompt:submit", "data", Map.of("prompt", "Hello")))
                        .text("injections"))
                .contains("text=branch main");
        assertThat(explained(EventData.of("event", "my.own:event")).text("runs"))
                .isEqualTo("[]");
    }

    @Test
    void is_judged_for_a_session_if_one_is_named() throws Exception {
        try (AgentAtWork agent = new AgentAtWork(desk, "s-7", "checkout-memory", directory)) {
            agent.flush();
            while (!desk.get(Desk.VIEWER, "/sessions").response().body().contains("checkout-memory")) {
                Thread.sleep(20);
            }

            assertThat(explained(call("ls").with("session", "s-7"))
                            .body()
                            .object("data")
                            .get("session_id"))
                    .isEqualTo("s-7");
            assertThat(desk.post(Desk.APPROVER, "/explain", call("ls").with("session", "none"))
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void leaves_no_question_behind() throws Exception {
        explained(call("ls"));

        assertThat(desk.get(Desk.VIEWER, "/approvals/first").status()).isEqualTo(204);
        assertThat(desk.get(Desk.VIEWER, "/approvals?state=ended").text("approvals"))
                .isEqualTo("[]");
    }

    @Test
    void is_for_approvers_since_hooks_may_be_programs() throws Exception {
        assertThat(desk.post(Desk.VIEWER, "/explain", call("ls")).status()).isEqualTo(403);
        assertThat(desk.post(Desk.REQUESTER, "/explain", call("ls")).status()).isEqualTo(403);
        assertThat(desk.post(null, "/explain", call("ls")).status()).isEqualTo(401);
        assertThat(desk.send(Desk.APPROVER, "POST", "/explain", "{}", it -> it.header("Origin", "http://evil.example"))
                        .status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "nonsense",
                "{\"tool\":\"Bash\"}",
                "{\"input\":{}}",
                "{\"tool\":\"Bash\",\"input\":\"ls\"}",
                "{\"tool\":7,\"input\":{}}",
                "{\"tool\":\"Bash\",\"input\":{},\"event\":\"tool:pre\"}",
                "{\"tool\":\"Bash\",\"input\":{},\"data\":{}}",
                "{\"data\":{}}",
                "{\"event\":\"tool:*\"}",
                "{\"event\":\"TOOL\"}",
                "{\"event\":\"tool:pre\",\"data\":[]}"
            })
    void that_is_not_described_as_it_must_be_is_refused(String body) throws Exception {
        assertThat(status(body)).isEqualTo(400);
    }

    @Test
    void with_a_key_that_is_not_known_or_too_long_is_refused() throws Exception {
        Answer unknown = desk.post(Desk.APPROVER, "/explain", call("ls").with("inptu", 1));
        assertThat(unknown.status()).isEqualTo(400);
        assertThat(unknown.text("detail")).contains("\"inptu\" is not known", "input");
        assertThat(desk.post(Desk.APPROVER, "/explain", call("x".repeat(2 * 1024 * 1024)))
                        .status())
                .isEqualTo(413);
        HttpRequest form = HttpRequest.newBuilder(URI.create(desk.address() + "/api/v1/explain"))
                .header("Authorization", "Bearer " + Desk.APPROVER)
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(form, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(415);
    }

    @Test
    void cannot_be_told_where_there_are_no_hooks_or_they_cannot_be_mounted() throws Exception {
        desk.hooks.cannotBeMounted = true;
        Answer unmounted = desk.post(Desk.APPROVER, "/explain", call("ls"));
        assertThat(unmounted.status()).isEqualTo(422);
        assertThat(unmounted.text("detail")).contains("team-guard", "the list of hosts is missing");

        desk.restartWithoutHooks();
        Answer none = desk.post(Desk.APPROVER, "/explain", call("ls"));
        assertThat(none.status()).isEqualTo(422);
        assertThat(none.text("detail")).contains("carabiner serve", "carabiner run --console");
    }

    @Test
    void is_not_judged_for_too_many_at_once() throws Exception {
        List<CompletableFuture<Answer>> waiting = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            waiting.add(CompletableFuture.supplyAsync(
                    () -> {
                        try {
                            return desk.post(Desk.APPROVER, "/explain", call("wait"));
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    },
                    task -> Thread.ofVirtual().start(task)));
        }
        Answer refused = desk.post(Desk.APPROVER, "/explain", call("ls"));
        while (refused.status() != 503) {
            refused = desk.post(Desk.APPROVER, "/explain", call("ls")); // the two are on their way
        }
        assertThat(refused.response().headers().firstValue("Retry-After")).contains("2");

        desk.hooks.gate.countDown();
        for (CompletableFuture<Answer> each : waiting) {
            assertThat(each.get(30, TimeUnit.SECONDS).status()).isEqualTo(200);
        }
        assertThat(explained(call("ls")).text("action")).isEqualTo("ask_user");
    }

    @Test
    void keeps_hostile_text_as_text() throws Exception {
        Answer answer = explained(call("rm \u202e<script>alert(1)</script>\u200b"));

        assertThat(answer.response().body()).doesNotContain("\u202e").doesNotContain("\u200b");
        assertThat(answer.body().object("data").object("tool_input").get("command"))
                .isEqualTo("rm \u202e<script>alert(1)</script>\u200b");
    }
}
