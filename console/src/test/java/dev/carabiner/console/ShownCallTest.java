package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A call as it is shown: all of it, readable, and nothing that could deceive. */
class ShownCallTest {

    static ApprovalRequest request(String tool, EventData input) {
        EventData data = EventData.of("tool_name", tool, "tool_input", input, "session_id", "s-1", "timestamp", "now");
        Question question =
                new Question("guard", "?", List.of("Allow", "Deny"), Duration.ofMinutes(5), Decision.DENY, "", "");
        return new ApprovalRequest(
                "r-1", "s-1", "tool:pre", question, data, ApprovalRequest.digestOf(data), Instant.now());
    }

    /** The same with something that is no input of the tool. */
    private static ApprovalRequest beside(ApprovalRequest plain) {
        EventData data = plain.data().with("sudo", true);
        return new ApprovalRequest(
                "r", "s", "tool:pre", plain.question(), data, ApprovalRequest.digestOf(data), Instant.now());
    }

    private static EventData shown(EventData input, int firstLine) {
        return new ShownCall(request("Edit", input), firstLine).json();
    }

    private static String texts(EventData shown, String op) {
        return ((List<?>) shown.get("parts"))
                .stream()
                        .flatMap(it -> ((List<?>) ((Map<?, ?>) it).get("lines")).stream())
                        .map(it -> (Map<?, ?>) it)
                        .filter(it -> op.equals(it.get("op")))
                        .map(it -> String.valueOf(it.get("text")))
                        .collect(Collectors.joining("\n"));
    }

    @Nested
    class A_change {

        private final EventData edit = EventData.of(
                "file_path",
                "a.yaml",
                "old_string",
                "limits:\n  memory: 512Mi\n  cpu: 1\nimage: x",
                "new_string",
                "limits:\n  memory: 1Gi\n  cpu: 1\nimage: x\nmore: y",
                "replace_all",
                true);

        @Test
        void has_the_numbers_of_its_lines_and_marks_what_differs() {
            EventData shown = shown(edit, 41);

            assertThat(shown.get("kind")).isEqualTo("diff");
            assertThat(WireJson.write(shown)).contains("\"added\":2,\"removed\":1");
            assertThat(WireJson.write(shown))
                    .contains(
                            "{\"heading\":\"a.yaml\",\"lines\":[",
                            "\"text\":\"  memory: 512Mi\",\"old\":42,\"mark\":[10,15]",
                            "\"text\":\"  memory: 1Gi\",\"new\":42,\"mark\":[10,13]",
                            "\"text\":\"  cpu: 1\",\"old\":43,\"new\":43");
        }

        @Test
        void ends_with_its_last_line_and_shows_where_only_one_text_ends_with_a_newline() {
            EventData alike = EventData.of("file_path", "a", "old_string", "x\n", "new_string", "y\n");

            assertThat(texts(shown(alike, 0), "same")).isEmpty();
            assertThat(texts(shown(alike.with("new_string", "y"), 0), "del")).isEqualTo("x\n");
            assertThat(shown(alike.with("old_string", "y\n\n"), 0).get("removed"))
                    .isEqualTo(1L);
        }

        @Test
        void marks_whole_words_and_escapes_and_no_word_that_stays() {
            String[][] cases = {
                {"image: a/checkout:4.1.9", "image: a/checkout\u200b:4.2.0", "[17,23]", "[17,29]"},
                {"memory: 512", "memory: 512Mi", "[8,11]", "[8,13]"},
                {"a bar", "a foo bar", "[2,2]", "[2,6]"},
                {"x\u200by", "x\u200cy", "[1,8]", "[1,8]"},
            };
            for (String[] each : cases) {
                EventData shown =
                        shown(EventData.of("file_path", "a", "old_string", each[0], "new_string", each[1]), 1);
                assertThat(WireJson.write(shown)).as(each[1]).contains("\"mark\":" + each[2], "\"mark\":" + each[3]);
            }
        }

        @Test
        void shows_whatever_else_the_call_carries() {
            assertThat(texts(shown(edit, 0), "field")).isEqualTo("replace_all: true");
            assertThat(String.valueOf(shown(edit, 0).get("parts"))).doesNotContain("timestamp", "session_id");
            assertThat(String.valueOf(shown(edit, 0).get("raw"))).contains("timestamp", "old_string", "replace_all");
        }

        @Test
        void has_all_lines_of_both_texts_in_their_order_whatever_they_are() {
            Random random = new Random(7);
            for (int round = 0; round < 300; round++) {
                String before = lines(random);
                String after = lines(random);
                List<LineChanges.Line> changes = LineChanges.between(before, after);

                assertThat(side(changes, LineChanges.Op.ADD)).isEqualTo(before);
                assertThat(side(changes, LineChanges.Op.DEL)).isEqualTo(after);
            }
        }

        private String lines(Random random) {
            return random.ints(random.nextInt(1, 12), 0, 4)
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining("\n"));
        }

        private String side(List<LineChanges.Line> changes, LineChanges.Op without) {
            return changes.stream()
                    .filter(it -> it.op() != without)
                    .map(LineChanges.Line::text)
                    .collect(Collectors.joining("\n"));
        }
    }

    @Nested
    class A_command {

        @Test
        void has_one_simple_command_per_line_with_its_operator() {
            EventData shown = shown(EventData.of("command", "cd a && make 'x && y' | tee log; ls"), 0);

            assertThat(texts(shown, "cmd")).isEqualTo("cd a \n&& make 'x && y' \n| tee log\n; ls");
        }

        @Test
        void that_is_not_plainly_separated_stays_whole() {
            for (String line : List.of(
                    "echo \"$(a && b)\"",
                    "(a; b)",
                    "cat <<E && x",
                    "echo 'a",
                    "a # && b",
                    "echo a\\;b",
                    "case x; esac ;;")) {
                assertThat(CommandLines.of(line)).as(line).containsExactly(line);
            }
        }

        @Test
        void is_the_line_again_when_its_pieces_are_put_together() {
            Random random = new Random(7);
            String letters = "ab '\"&|;\\$(#\n";
            for (int round = 0; round < 2_000; round++) {
                String line = random.ints(random.nextInt(20), 0, letters.length())
                        .mapToObj(it -> letters.substring(it, it + 1))
                        .collect(Collectors.joining());
                assertThat(String.join("", CommandLines.of(line))).isEqualTo(line);
            }
        }
    }

    @Nested
    class Characters_that_deceive {

        @Test
        void are_named_and_counted_and_a_written_escape_is_told_from_a_real_one() {
            EventData shown = shown(EventData.of("command", "echo a\u200bb\u202e \\u200B"), 0);

            assertThat(texts(shown, "cmd")).isEqualTo("echo a\\u200Bb\\u202E \\\\u200B");
            assertThat(String.valueOf(shown.get("escapes")))
                    .contains("char=U+200B", "name=zero width space", "char=U+202E");
        }

        @Test
        void are_said_with_the_line_that_they_are_first_in() {
            EventData edit =
                    EventData.of("file_path", "a", "old_string", "x\ny", "new_string", "x\n\\\\u200B\nz\u200bz\u200b");

            assertThat(WireJson.write(shown(edit, 41))).contains("{\"line\":43,\"char\":\"U+200B\"");
            assertThat(WireJson.write(shown(EventData.of("command", "a\nb\u200b"), 0)))
                    .contains("{\"line\":2,\"char\":\"U+200B\"");
        }

        @Test
        void are_counted_without_the_headings_where_the_file_has_no_numbers() {
            EventData edit = EventData.of("file_path", "a", "old_string", "x\ny", "new_string", "x\ny\u200b");

            assertThat(WireJson.write(shown(edit, 0))).contains("\"heading\":\"a\"", "{\"line\":3,\"char\":\"U+200B\"");
            EventData named = EventData.of("file_path", "a\u200b", "old_string", "x", "new_string", "y");
            assertThat(WireJson.write(shown(named, 0))).contains("{\"line\":null,\"char\":\"U+200B\"");
        }
    }

    @Nested
    class What_is_long {

        @Test
        void is_folded_with_its_count_and_what_it_is() {
            EventData shown = shown(EventData.of("command", "echo 1\n".repeat(100)), 0);

            assertThat(shown.get("hidden_lines")).isEqualTo(40);
            assertThat(WireJson.write(shown)).contains("{\"heading\":\"the rest of the command\",\"lines\":[{");
            assertThat(folded(shown)).containsExactly(false, true);
        }

        @Test
        void keeps_the_headings_of_what_is_folded_and_does_not_count_them() {
            EventData edit = EventData.of("file_path", "a", "old_string", "x\n".repeat(100), "new_string", "");
            EventData shown = new ShownCall(beside(request("Edit", edit)), 0).json();

            assertThat(folded(shown)).containsExactly(false, true, true);
            assertThat(WireJson.write(shown)).contains("{\"heading\":\"beside the tool's input\",\"lines\":[{");
            assertThat(shown.get("hidden_lines")).isEqualTo(103 - 60);
        }

        private List<Object> folded(EventData shown) {
            List<?> parts = (List<?>) shown.get("parts");
            return parts.stream()
                    .map(it -> (Object) ((Map<?, ?>) it).get("folded"))
                    .toList();
        }
    }

    @Nested
    class What_stands_beside_the_input {

        @Test
        void is_shown_too_as_the_digest_covers_it() {
            ApprovalRequest request = beside(request("Bash", EventData.of("command", "ls")));

            assertThat(texts(new ShownCall(request, 0).json(), "field")).isEqualTo("sudo: true");
        }
    }
}
