package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.ToolAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why something was decided, told from the log: the object of {@code carabiner explain --json}. */
class WhyApiTest extends OverTheApi {

    private AgentAtWork agent;

    @BeforeEach
    void work() throws Exception {
        agent = new AgentAtWork(desk, "s-7", "checkout-memory", directory);
        agent.turn("Find out why");
        agent.call("rm -rf x");
        agent.call("ls");
        agent.flush();
        while (!desk.get(Desk.VIEWER, "/sessions").response().body().contains("checkout-memory")) {
            Thread.sleep(20); // the server lists the sessions several times a second
        }
    }

    @AfterEach
    void end() {
        agent.close();
    }

    /** The number of the first record with all of these texts in it. */
    private long seq(String... texts) throws Exception {
        agent.flush();
        String line = Files.readAllLines(directory.resolve("log-s-7/segment-000001.jsonl")).stream()
                .filter(it -> List.of(texts).stream().allMatch(it::contains))
                .findFirst()
                .orElseThrow();
        return ((Number) EventDataJson.read(line).get("seq")).longValue();
    }

    private Answer why(long seq) throws Exception {
        return desk.get(Desk.VIEWER, "/sessions/s-7/why/" + seq);
    }

    private Answer explained(String... texts) throws Exception {
        Answer answer = why(seq(texts));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer;
    }

    private static Map<?, ?> first(Answer answer, String list, Predicate<Map<?, ?>> wanted) {
        return ((List<?>) answer.body().get(list))
                .stream()
                        .map(it -> (Map<?, ?>) it)
                        .filter(wanted)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(list + ": " + answer.body()));
    }

    @Test
    void a_denial_is_told_with_its_author_and_those_who_were_not_called() throws Exception {
        Answer answer = explained("\"type\":\"emit\"", "rm -rf x");

        assertThat(answer.text("action")).isEqualTo("deny");
        assertThat(answer.text("verdict")).isEqualTo("deny");
        assertThat(answer.text("decided_by")).isEqualTo("shell-guard");
        assertThat(answer.text("reason")).isEqualTo("It removes what cannot be brought back");
        assertThat(first(answer, "not_run", it -> it.get("hook").equals("secret-scan"))
                        .get("why"))
                .isEqualTo("after the deny");
        assertThat(answer.text("flips")).isEqualTo("[]"); // no record says what those behind the denial would have said
        assertThat(answer.body().object("recorded").get("flips_unknown")).isEqualTo(List.of("shell-guard"));
        assertThat(String.valueOf(answer.body().object("recorded").get("denials")))
                .contains("by=hook", "actor=shell-guard");
    }

    @Test
    void each_record_that_followed_from_an_emit_tells_of_that() throws Exception {
        assertThat(explained("\"type\":\"denial\"", "cannot be brought back").body())
                .isEqualTo(explained("\"type\":\"emit\"", "rm -rf x").body());
        Answer ran = explained("\"type\":\"permit_used\"");
        assertThat(ran.text("event")).isEqualTo("tool:pre");
        assertThat(ran.body().object("recorded").get("permit")).isEqualTo("used");
        assertThat(first(ran, "not_run", it -> it.get("hook").equals("notes")).get("why"))
                .isEqualTo("only for Edit");
    }

    @Test
    void a_question_is_told_with_its_options_and_who_answered() throws Exception {
        CompletableFuture<ToolAnswer> waiting = agent.calling("make deploy");
        Answer shown = desk.get(Desk.APPROVER, "/approvals/first");
        for (int i = 0; i < 200 && shown.status() == 204; i++) {
            Thread.sleep(20);
            shown = desk.get(Desk.APPROVER, "/approvals/first");
        }
        assertThat(explained("\"type\":\"emit\"", "make deploy").text("verdict"))
                .isEqualTo("ask");
        desk.post(Desk.APPROVER, "/approvals/" + shown.text("id") + "/decision", Desk.decision(shown, "allow_once"));
        waiting.get(20, TimeUnit.SECONDS);

        Answer answer = explained("\"type\":\"approval_decision\"");
        assertThat(first(answer, "questions", it -> true).get("options")).isEqualTo(List.of("Allow once", "Deny"));
        assertThat(first(answer, "flips", it -> it.get("hook").equals("shell-guard"))
                        .get("action"))
                .isEqualTo("continue");
        assertThat(String.valueOf(answer.body().object("recorded").get("answers")))
                .contains("decided_by=ann", "granted=true", "channel=console");
    }

    @Test
    void a_failure_an_injection_and_a_change_are_told() throws Exception {
        agent.hooks.register(HookOptions.forEvent("tool:pre").name("rewriter").priority(5), (event, data) -> {
            String command = String.valueOf(data.object("tool_input").get("command"));
            return command.equals("pwd")
                    ? HookResult.modify(data.update("tool_input", input -> input.with("command", "pwd -P")))
                    : HookResult.proceed();
        });
        agent.call("pwd");

        assertThat(first(
                                explained("\"event\":\"tool:post\""),
                                "runs",
                                it -> it.get("hook").equals("linter"))
                        .get("failure"))
                .asString()
                .contains("kind=exception", "the linter is not installed", "policy=continue");
        assertThat(first(explained("\"event\":\"prompt:submit\""), "injections", it -> true))
                .asString()
                .contains("text=branch main, clean", "role=system", "append_to_last_tool_result=null");
        Answer changed = explained("\"event\":\"tool:pre\"", "pwd");
        assertThat(first(changed, "modifications", it -> it.get("hook").equals("rewriter")))
                .asString()
                .contains("op=replace", "path=/tool_input/command", "was=pwd", "value=pwd -P", "priority=5");
        assertThat(changed.body().object("data").object("tool_input").get("command"))
                .isEqualTo("pwd -P");
        assertThat(changed.body().object("recorded").get("flips_unknown")).isEqualTo(List.of("rewriter"));
    }

    @Test
    void long_values_are_whole_and_the_policy_is_named() throws Exception {
        String long_ = "So it goes. ".repeat(3_000) + "the end";
        agent.session.emit(
                "session:resume",
                EventData.of("mount_plan", Map.of("bundle", "team", "version", "3", "modules", "m".repeat(2_000))));
        agent.turn(long_);
        agent.flush();
        Answer answer = null;
        for (long seq = seq("\"event\":\"session:resume\"") + 1; answer == null; seq++) {
            Answer next = why(seq);
            answer = next.status() == 200 && next.text("event").equals("prompt:submit") ? next : null;
        }

        assertThat(answer.body().object("data").get("prompt")).isEqualTo(long_);
        assertThat(answer.text("bundle")).isEqualTo("team@3");
        agent.session.emit("session:paused", EventData.empty());
        agent.call("ls -l");
        assertThat(explained("\"event\":\"session:paused\"").text("bundle")).isEqualTo("team@3");
        assertThat(explained("\"event\":\"tool:pre\"", "ls -l").text("bundle")).isEqualTo("team@3");
    }

    @Test
    void who_may_not_look_is_told_nothing() throws Exception {
        long seq = seq("\"type\":\"emit\"", "rm -rf x");

        assertThat(desk.get(Desk.REQUESTER, "/sessions/s-7/why/" + seq).status())
                .isEqualTo(403);
        assertThat(desk.get(null, "/sessions/s-7/why/" + seq).status()).isEqualTo(401);
        assertThat(desk.get(Desk.APPROVER, "/sessions/s-7/why/" + seq).status()).isEqualTo(200);
    }

    @Test
    void what_is_not_there_or_decided_nothing_has_no_explanation() throws Exception {
        assertThat(why(9_999).status()).isEqualTo(404);
        assertThat(desk.get(Desk.VIEWER, "/sessions/none/why/1").status()).isEqualTo(404);
        assertThat(why(0).status()).isEqualTo(422);
        assertThat(why(0).text("detail")).contains("Record 0", "followed from no event");
        assertThat(desk.get(Desk.VIEWER, "/sessions/s-7/why/first").status()).isEqualTo(404);
    }

    @Test
    void secrets_stay_out_and_hostile_text_is_text() throws Exception {
        agent.call(EventData.of("command", "ship \u202eit <script>\u200b", "api_key", "hunter2-and-more"));

        Answer answer = explained("\"event\":\"tool:pre\"", "ship");
        assertThat(answer.response().body())
                .doesNotContain("hunter2")
                .doesNotContain("\u202e")
                .doesNotContain("\u200b");
        assertThat(answer.body().object("data").object("tool_input").get("command"))
                .isEqualTo("ship \u202eit <script>\u200b");
    }

    @Test
    void a_log_that_was_changed_explains_nothing() throws Exception {
        long seq = seq("\"type\":\"emit\"", "rm -rf x");
        Path segment = directory.resolve("log-s-7/segment-000001.jsonl");
        Files.writeString(segment, Files.readString(segment).replace("rm -rf x", "ls -la x"));

        assertThat(why(seq).status()).isEqualTo(409);
    }

    /** One session with the hooks that the server has: what happened is what they say when they are asked. */
    @Nested
    class Agrees_with_the_hooks {

        private static final List<String> OF_THE_MOMENT = List.of("elapsed", "session_id", "timestamp", "tool_call_id");

        @ParameterizedTest
        @ValueSource(strings = {"rm -rf y", "pwd", "true", "make deploy"})
        void about_the_same_call(String command) throws Exception {
            HookRegistry own = new HookRegistry();
            desk.hooks.register(own);
            EventData call = EventData.of("tool", "Bash", "input", EventData.of("command", command));
            try (AgentAtWork asked = new AgentAtWork(desk, "s-8", "asked", null, directory, own)) {
                asked.calling(command);
                EventData recorded = recorded(asked, command);
                EventData said = desk.post(Desk.APPROVER, "/explain", call).body();

                for (String field : List.of(
                        "schema",
                        "event",
                        "action",
                        "reason",
                        "decided_by",
                        "verdict",
                        "objection",
                        "data",
                        "runs",
                        "modifications",
                        "messages")) {
                    assertThat(lasting(recorded.get(field))).as(field).isEqualTo(lasting(said.get(field)));
                }
                assertThat(said.get("not_run")).asInstanceOf(LIST).containsAll((List<?>) recorded.get("not_run"));
                flipsAreTrue(recorded, said);
                assertThat(recorded.without("recorded").asMap().keySet())
                        .isEqualTo(said.asMap().keySet());
            }
        }

        private static void flipsAreTrue(EventData recorded, EventData said) {
            List<?> unknown = (List<?>) recorded.object("recorded").get("flips_unknown");
            List<?> known = ((List<?>) said.get("flips"))
                    .stream()
                            .filter(it -> !unknown.contains(((Map<?, ?>) it).get("hook")))
                            .toList();
            assertThat(recorded.get("flips")).isEqualTo(known);
        }

        private EventData recorded(AgentAtWork asked, String command) throws Exception {
            Path segment = directory.resolve("log-s-8/segment-000001.jsonl");
            for (int i = 0; i < 200; i++) {
                asked.flush();
                for (String line : Files.readAllLines(segment)) {
                    boolean isIt = line.contains("\"event\":\"tool:pre\"") && line.contains(command);
                    Answer answer = isIt
                            ? desk.get(
                                    Desk.VIEWER,
                                    "/sessions/s-8/why/"
                                            + EventDataJson.read(line).get("seq"))
                            : null;
                    if (answer != null && answer.status() == 200) {
                        return answer.body();
                    }
                }
                Thread.sleep(50);
            }
            throw new AssertionError("There is no record of " + command);
        }

        private static Object lasting(Object value) {
            return switch (value) {
                case null -> null;
                case Map<?, ?> map -> {
                    Map<Object, Object> copy = new HashMap<>();
                    map.forEach((key, each) -> {
                        if (!OF_THE_MOMENT.contains(key)) {
                            copy.put(key, lasting(each));
                        }
                    });
                    yield copy;
                }
                case List<?> list ->
                    list.stream().map(Agrees_with_the_hooks::lasting).toList();
                default -> value;
            };
        }
    }
}
