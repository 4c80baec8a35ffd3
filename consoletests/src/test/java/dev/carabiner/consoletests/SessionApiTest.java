package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Proof;
import dev.carabiner.console.KnownSession;
import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions of other processes, as their logs tell of them: listed, told by turns, live, with the figures of hooks. */
class SessionApiTest extends OverTheApi {

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
                .contains("Find out why", "I look at it.", "done: ls", "rm -rf x", "\"decided_by\":\"shell-guard\"");
        assertThat(desk.get(Desk.VIEWER, "/sessions/none").status()).isEqualTo(404);
    }

    @Test
    void give_one_turn_of_many() throws Exception {
        until("/sessions/s-7", "Done.");

        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/timeline").response().body())
                .contains("\"turn\":0", "\"turn\":1", "Find out why");
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/timeline?turn=1")
                        .response()
                        .body())
                .contains("Find out why")
                .doesNotContain("\"turn\":0");
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/timeline?turn=9").status())
                .isEqualTo(404);
    }

    @Test
    void give_each_record_as_it_was_written_and_the_proof_of_it() throws Exception {
        until("/sessions/s-7", "Done.");
        agent.close(); // the last checkpoint covers all
        String line = Files.readAllLines(directory.resolve("log-s-7/segment-000001.jsonl"))
                .get(3);

        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/records/3").text("line"))
                .isEqualTo(line);
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/records/999").status()).isEqualTo(404);
        assertThat(desk.get(Desk.VIEWER, "/sessions/none/records/3").status()).isEqualTo(404);
        Answer proof = desk.get(Desk.VIEWER, "/sessions/s-7/records/3/proof");
        assertThat(proof.response().body()).contains(line);
        assertThat(Proof.parse(proof.response().body().getBytes(StandardCharsets.UTF_8))
                        .index())
                .isEqualTo(3);
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/records/999/proof").status())
                .isEqualTo(404);
    }

    @Test
    void say_of_each_decision_why() throws Exception {
        until("/sessions/s-7", "Done.");
        long seq = Files.readAllLines(directory.resolve("log-s-7/segment-000001.jsonl")).stream()
                .takeWhile(line -> !line.contains("\"type\":\"denial\""))
                .count();

        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/why/" + seq).text("decided_by"))
                .isEqualTo("shell-guard");
    }

    @Test
    void are_verified_as_far_as_their_files_tell() throws Exception {
        until("/sessions/s-7", "Done.");
        agent.close();
        assertThat(verified().text("result")).isEqualTo("not_anchored");
        Path segment = directory.resolve("log-s-7/segment-000001.jsonl");
        Files.writeString(segment, Files.readString(segment).replace("rm -rf x", "ls -la x"));

        assertThat(verified().text("result")).isEqualTo("tampered");
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/records/99").status()).isEqualTo(409);
    }

    private Answer verified() throws Exception {
        return desk.post(Desk.VIEWER, "/sessions/s-7/verify", EventData.empty());
    }

    @Test
    void whose_log_is_too_long_are_read_by_the_command() throws Exception {
        Path log = Files.createDirectory(directory.resolve("log-s-9"));
        try (RandomAccessFile segment =
                new RandomAccessFile(log.resolve("segment-000001.jsonl").toFile(), "rw")) {
            segment.setLength(64L * 1024 * 1024 + 1); // a hole, which takes no room
        }
        know("s-9", log);
        until("/sessions/s-9", "'carabiner audit' reads it");

        for (Answer each : List.of(
                desk.post(Desk.VIEWER, "/sessions/s-9/verify", EventData.empty()),
                desk.get(Desk.VIEWER, "/sessions/s-9/records/3"),
                desk.get(Desk.VIEWER, "/sessions/s-9/records/3/proof"))) {
            assertThat(each.status()).isEqualTo(422);
            assertThat(each.text("detail")).contains("'carabiner audit' reads it");
        }
    }

    private void know(String id, Path log) {
        KnownSession known = desk.sessions.getFirst();
        desk.sessions.add(new KnownSession(
                id, "cut", known.created(), known.updated(), directory, "team", null, "running", 1, log));
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
        know("s-9", copy);

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
        assertThat(desk.get(Desk.VIEWER, "/live?session=other").text("rows")).isEqualTo("[]");
    }

    @Test
    void give_each_hook_its_figures() throws Exception {
        Answer hooks = until("/hooks?over=24h", "the linter is not installed");

        assertThat(hooks.response().body()).contains("\"hook\":\"budget\"", "\"on_failure\":\"deny\"");
        assertThat(desk.get(Desk.VIEWER, "/hooks?over=3h").status()).isEqualTo(400);
        EventData probe = EventData.of("canary", "rm -rf /", "holds", false);
        agent.session.emit(
                "canary:checked",
                EventData.of(
                        "guards",
                        List.of(EventData.of("hook_name", "shell-guard", "works", false, "probes", List.of(probe)))));
        until("/hooks", "\"passed\":[\"rm -rf /\"]");
    }

    @Test
    void give_each_hook_its_findings_and_those_of_no_hook_once() throws Exception {
        assertThat(desk.get(Desk.VIEWER, "/hooks").response().body())
                .contains("\"findings\":[]")
                .doesNotContain("\"severity\"");
        desk.findings = MisspelledHook.findings(directory);
        EventData answer = desk.get(Desk.VIEWER, "/hooks").body();

        assertThat(findings(answer.asMap()))
                .singleElement()
                .satisfies(it -> assertThat(it.toString())
                        .contains(
                                "file=" + directory.toRealPath().resolve("rules"),
                                "line=2",
                                "severity=warning",
                                "kind=rules")
                        .contains("the rule one allows nothing", "fix=remove one of the two", "hooks=[]"));
        for (Object each : (List<?>) answer.get("hooks")) {
            Map<?, ?> hook = (Map<?, ?>) each;
            if (hook.get("hook").equals("shell-guard")) {
                assertThat(findings(hook))
                        .singleElement()
                        .satisfies(it -> assertThat(it.toString())
                                .contains(
                                        "kind=never-matches", "line=6", "\"Bahs\"", "fix=Bash", "hooks=[shell-guard]"));
            } else {
                assertThat(findings(hook)).isEmpty();
            }
        }
    }

    @Test
    void say_of_hooks_whose_findings_are_not_known_yet_that_they_are_not() throws Exception {
        desk.findings = null;
        EventData answer = desk.get(Desk.VIEWER, "/hooks").body();

        assertThat(answer.asMap()).containsEntry("findings", null);
        assertThat((List<?>) answer.get("hooks"))
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.toString()).contains("findings=null"));
    }

    private static List<?> findings(Map<?, ?> of) {
        return (List<?>) of.get("findings");
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
        description.check("GET", "/events", stream.statusCode(), "text/event-stream", "\"\"");
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
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
        until("/sessions/s-7", "\"state\":\"waits\"");
        desk.post(
                Desk.APPROVER,
                "/approvals/" + first.text("id") + "/decision",
                Desk.decision(desk.get(Desk.APPROVER, "/approvals/first"), "allow_once"));
        assertThat(waiting.get(20, TimeUnit.SECONDS).text()).isEqualTo("done: make deploy");
        assertThat(desk.get(Desk.VIEWER, "/approvals/first").status()).isEqualTo(204);
    }
}
