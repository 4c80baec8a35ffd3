package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search over the logs of all sessions. */
class AuditApiTest extends OverTheApi {

    private static final Pattern LINE = Pattern.compile("\"seq\":([0-9]+),.*?\"type\":\"([a-z_]+)\"");

    private AgentAtWork agent;
    private AgentAtWork other;

    @BeforeEach
    void work() throws Exception {
        agent = new AgentAtWork(desk, "s-7", "checkout-memory", directory);
        other = new AgentAtWork(desk, "s-8", "release-notes", directory);
        agent.turn("Find out why").model("I look at it.");
        agent.call("ls -la src");
        other.turn("Write the notes");
        agent.call("rm -rf x");
        other.call("rm -r notes");
        agent.answer("Done.");
        agent.flush();
        other.flush();
        while (!desk.get(Desk.VIEWER, "/sessions").response().body().matches("(?s).*release-notes.*")) {
            Thread.sleep(20); // the server lists the sessions several times a second
        }
    }

    @AfterEach
    void end() {
        agent.close();
        other.close();
    }

    private Answer found(String query) throws Exception {
        Answer answer = desk.get(Desk.VIEWER, "/audit?limit=200&q=" + encoded(query));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<Map<?, ?>> records(Answer answer) {
        List<Map<?, ?>> all = new ArrayList<>();
        ((List<?>) answer.body().get("records")).forEach(each -> all.add((Map<?, ?>) each));
        return all;
    }

    private static List<String> ids(Answer answer) {
        return records(answer).stream()
                .map(it -> it.get("session") + "/" + it.get("seq"))
                .toList();
    }

    private static List<String> all(Answer answer, String field) {
        return records(answer).stream().map(it -> String.valueOf(it.get(field))).toList();
    }

    /** Every record that stands in a session's log, but for long values. */
    private TreeSet<String> written(String session) {
        TreeSet<String> ids = new TreeSet<>();
        try (var files = Files.newDirectoryStream(directory.resolve("log-" + session), "segment-*.jsonl")) {
            for (Path file : files) {
                for (String line : Files.readAllLines(file)) {
                    Matcher record = LINE.matcher(line);
                    if (record.find() && !record.group(2).equals("value")) {
                        ids.add(session + "/" + record.group(1));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }

    @Nested
    class Finds {

        @Test
        void records_of_all_sessions_newest_first() throws Exception {
            Answer answer = found("");

            assertThat(ids(answer))
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(union(written("s-7"), written("s-8")));
            assertThat(all(answer, "time")).isSortedAccordingTo((a, b) -> b.compareTo(a));
            assertThat(answer.body().get("next")).isNull();
            assertThat(answer.body().get("stopped_early")).isEqualTo(false);
        }

        private static TreeSet<String> union(TreeSet<String> one, TreeSet<String> another) {
            one.addAll(another);
            return one;
        }

        @Test
        void those_in_which_all_words_occur_in_any_letter_case() throws Exception {
            assertThat(all(found("RM x event:tool:pre"), "words")).containsExactly("Bash rm -rf x");
            assertThat(all(found("\"rm -r notes\" event:tool:pre"), "words")).containsExactly("Bash rm -r notes");
            assertThat(records(found("rm unheard-of"))).isEmpty();
        }

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "session:s-8            | session | s-8",
                    "event:tool:pre         | event   | tool:pre",
                    "event:provider:*       | event   | provider:response",
                    "actor:shell-guard      | actor   | shell-guard",
                    "actor:\"shell-guard\"  | type    | denial",
                    "hook:git-status        | event   | prompt:submit"
                })
        void those_that_pass_a_filter(String query, String field, String value) throws Exception {
            assertThat(all(found(query), field)).isNotEmpty().containsOnly(value);
        }

        @Test
        void an_action_of_the_record_or_of_one_of_its_runs_as_the_command_does() throws Exception {
            assertThat(all(found("action:deny event:tool:pre"), "type")).contains("denial", "emit");
            assertThat(all(found("action:inject_context"), "event")).containsOnly("prompt:submit");
        }

        @Test
        void what_is_between_two_times() throws Exception {
            String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
            String soon = Instant.now().plusSeconds(3_600).toString();

            assertThat(records(found("after:2020-01-31 before:" + soon))).hasSameSizeAs(records(found("")));
            assertThat(records(found("after:" + soon))).isEmpty();
            assertThat(records(found("before:2020-01-31T12:00:00+02:00"))).isEmpty();
            assertThat(all(found("after:" + now), "time"))
                    .allSatisfy(time -> assertThat(time).isGreaterThanOrEqualTo(now.replace("Z", "")));
        }

        @Test
        void a_word_far_inside_a_long_value_where_it_was_first_written() throws Exception {
            agent.turn("So it goes. ".repeat(400) + "needle-in-it").flush();

            Answer answer = found("needle-in-it");

            assertThat(all(answer, "event")).containsExactly("prompt:submit");
            assertThat(all(answer, "words").getFirst()).startsWith("So it goes.");
        }
    }

    @Nested
    class Lets_in {

        @Test
        void who_may_look_and_nobody_else() throws Exception {
            assertThat(desk.get(Desk.APPROVER, "/audit").status()).isEqualTo(200);
            assertThat(desk.get(Desk.VIEWER, "/audit").status()).isEqualTo(200);
            assertThat(desk.get(Desk.REQUESTER, "/audit?q=rm").status()).isEqualTo(403);
            assertThat(desk.get(null, "/audit?q=rm").status()).isEqualTo(401);
        }

        @Test
        void no_session_that_is_not_there() throws Exception {
            assertThat(desk.get(Desk.VIEWER, "/audit?q=session:none").status()).isEqualTo(404);
        }
    }

    @Nested
    class Refuses_with_place_and_fix {

        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '`',
                value = {
                    "rm \"-rf           | at character 4 | end them with \"",
                    "\"\"               | at character 1 | leave them out",
                    "rm event:          | at character 4 | write event:tool:pre",
                    "sesion:s-7         | at character 1 | write session:",
                    "Actor:ann          | at character 1 | write actor:",
                    "hook:a rm hook:b   | at character 11 | leave one out",
                    "after:2026-13-01   | at character 1 | write 2026-01-31",
                    "before:yesterday   | at character 1 | write 2026-01-31",
                    "after:+10000-01-01T00:00:00Z | at character 1 | write 2026-01-31"
                })
        void a_text_that_is_no_query(String query, String place, String fix) throws Exception {
            Answer answer = desk.get(Desk.VIEWER, "/audit?q=" + encoded(query));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text("detail")).contains("\"q\" " + place, fix);
        }

        @ParameterizedTest
        @ValueSource(strings = {"limit=0", "limit=201", "limit=many", "cursor=abc", "cursor=%00", "cursor=", "q=%ff"})
        void another_parameter_that_cannot_be_meant(String query) throws Exception {
            assertThat(desk.get(Desk.VIEWER, "/audit?" + query).status()).isEqualTo(400);
        }

        @Test
        void more_text_than_anybody_types() throws Exception {
            assertThat(desk.get(Desk.VIEWER, "/audit?q=" + "x".repeat(1_001)).status())
                    .isEqualTo(400);
            assertThat(desk.get(Desk.VIEWER, "/audit?q=" + encoded("x ".repeat(21)))
                            .status())
                    .isEqualTo(400);
        }

        @Test
        void the_cursor_of_another_search_and_survives_one_that_was_made_up() throws Exception {
            String cursor = desk.get(Desk.VIEWER, "/audit?q=rm&limit=1").text("next");

            assertThat(desk.get(Desk.VIEWER, "/audit?q=ls&cursor=" + cursor).status())
                    .isEqualTo(400);
            assertThat(desk.get(Desk.VIEWER, "/audit?q=rm&cursor=" + cursor.substring(0, 20))
                            .status())
                    .isEqualTo(400);
            byte[] bytes = java.util.Base64.getUrlDecoder().decode(cursor);
            for (int i = 16; i < bytes.length; i++) {
                byte[] forged = bytes.clone();
                forged[i] ^= 0x55;
                String text = java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(forged);
                assertThat(desk.get(Desk.VIEWER, "/audit?q=rm&cursor=" + text).status())
                        .isIn(200, 400);
            }
        }
    }

    @Nested
    class Pages {

        @Test
        void have_each_record_once_while_the_logs_grow() throws Exception {
            List<String> seen = new ArrayList<>();
            TreeSet<String> wanted = Finds.union(written("s-7"), written("s-8"));
            String cursor = "";
            for (int i = 0; cursor != null; i++) {
                Answer page = desk.get(Desk.VIEWER, "/audit?limit=3" + cursor);
                seen.addAll(ids(page));
                assertThat(ids(page)).hasSizeLessThanOrEqualTo(3);
                Object next = page.body().get("next");
                cursor = next == null ? null : "&cursor=" + next;
                if (i < 5) {
                    agent.call("echo more " + i);
                    other.call("rm -r more" + i);
                    agent.flush();
                    other.flush();
                }
                if (i == 2) {
                    new AgentAtWork(desk, "s-9", "newer", directory).close();
                }
            }

            assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(wanted);
        }

        @Test
        void of_a_long_log_come_in_bounded_pieces() throws Exception {
            other.talk(24_000);
            Answer answer = desk.get(Desk.VIEWER, "/audit?q=" + encoded("\"rm -r notes\" event:tool:pre"));
            int pieces = 1;
            while (records(answer).isEmpty()) {
                assertThat(answer.body().get("stopped_early")).isEqualTo(true);
                assertThat(((Number) answer.body().get("bytes_read")).longValue())
                        .isBetween(1L, 18L * 1024 * 1024);
                answer = desk.get(
                        Desk.VIEWER,
                        "/audit?q=" + encoded("\"rm -r notes\" event:tool:pre") + "&cursor=" + answer.text("next"));
                pieces++;
            }

            assertThat(pieces).isGreaterThan(1);
            assertThat(ids(answer)).singleElement().asString().startsWith("s-8/");
        }
    }

    @Nested
    class Keeps {

        @Test
        void what_is_secret_in_the_log_out_of_every_answer() throws Exception {
            agent.call(EventData.of("command", "ship-nothing", "api_key", "hunter2-and-more"));
            agent.flush();

            assertThat(found("ship-nothing").response().body()).doesNotContain("hunter2");
            assertThat(records(found("ship-nothing"))).isNotEmpty();
            assertThat(records(found("hunter2"))).isEmpty();
        }

        @Test
        void hostile_text_as_text() throws Exception {
            agent.call("echo \u202e<script>alert(1)</script>\u200b \"}],\"next\":\"x");
            agent.flush();

            Answer answer = found("<script> event:tool:pre");

            assertThat(answer.response().body()).doesNotContain("\u202e").doesNotContain("\u200b");
            assertThat(all(answer, "words").getFirst()).contains("<script>alert(1)</script>");
            assertThat(answer.body().get("next")).isNull();
        }

        @Test
        void what_was_changed_in_a_log_from_being_taken_for_a_record() throws Exception {
            Path segment = directory.resolve("log-s-8/segment-000001.jsonl");
            Files.writeString(segment, Files.readString(segment).replace("rm -r notes", "ls -r notes"));

            Answer answer = found("notes");

            assertThat(answer.response().body()).doesNotContain("ls -r notes");
            assertThat(answer.text("problems")).contains("s-8", "not as it was written");
            assertThat(records(found("session:s-7 rm"))).isNotEmpty();
        }

        @Test
        void too_many_from_reading_logs_at_the_same_time() throws Exception {
            other.talk(40_000); // more than 50 MB
            List<CompletableFuture<Answer>> flood = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                boolean isSearch = i % 2 == 0;
                flood.add(CompletableFuture.supplyAsync(
                        () -> isSearch ? quietly("/audit?q=nothing-like-it") : quietly("/sessions/s-8/records/30000"),
                        task -> Thread.ofVirtual().start(task)));
            }
            HashSet<Integer> statuses = new HashSet<>();
            for (CompletableFuture<Answer> each : flood) {
                Answer answer = each.get();
                statuses.add(answer.status());
                assertThat(answer.response().headers().firstValue("Retry-After").isPresent())
                        .isEqualTo(answer.status() == 503);
            }
            assertThat(statuses).contains(200).isSubsetOf(200, 503);
        }

        private Answer quietly(String path) {
            try {
                return desk.get(Desk.VIEWER, path);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
