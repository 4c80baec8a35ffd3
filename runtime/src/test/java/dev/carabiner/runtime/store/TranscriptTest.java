package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void begin() {
        file = directory.resolve("transcript.jsonl");
    }

    private Transcript open() throws IOException {
        return Transcript.open(file, UnaryOperator.identity());
    }

    private List<Message> reread() throws IOException {
        try (Transcript transcript = open()) {
            return transcript.messages();
        }
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private void write(Message... messages) throws IOException {
        try (Transcript transcript = open()) {
            for (Message message : messages) {
                transcript.added(message);
            }
        }
    }

    @Nested
    class Reading_back {

        @Test
        void gives_what_was_added_in_order() throws Exception {
            List<Message> messages = List.of(
                    Message.system("be brief\n\u2028 \uD83D\uDE00"),
                    Message.assistant(
                            "two", List.of(new ToolCall("1", "Read", EventData.of("n", 1.5, "list", List.of(1, "x"))))),
                    Message.toolResult("1", "\u0000\uD83D").withMetadata(Map.of("is_error", true)));
            write(messages.toArray(Message[]::new));

            assertThat(reread()).isEqualTo(messages);
        }

        @Test
        void begins_anew_with_a_compaction() throws Exception {
            try (Transcript transcript = open()) {
                transcript.added(Message.user("old"));
                transcript.compacted(List.of(Message.user("kept"), Message.assistant("too")));
                transcript.added(Message.user("new"));
            }
            assertThat(reread()).containsExactly(Message.user("kept"), Message.assistant("too"), Message.user("new"));
        }

        @Test
        void puts_what_was_held_where_it_was_added_later() throws Exception {
            try (Transcript transcript = open()) {
                transcript.held(Message.system("note"));
                transcript.added(Message.toolResult("1", "result"));
                transcript.added(Message.system("note"));
            }
            assertThat(reread()).containsExactly(Message.toolResult("1", "result"), Message.system("note"));
        }

        @Test
        void puts_what_was_held_to_the_end_when_its_time_never_came_also_after_a_compaction() throws Exception {
            try (Transcript transcript = open()) {
                transcript.added(Message.user("old"));
                transcript.held(Message.system("note"));
                transcript.compacted(List.of(Message.user("kept")));
                transcript.added(Message.user("new"));
            }
            assertThat(reread()).containsExactly(Message.user("kept"), Message.user("new"), Message.system("note"));
        }

        @Test
        void works_while_it_is_being_written() throws Exception {
            try (Transcript transcript = open()) {
                transcript.added(Message.user("hello"));
                append("{\"type\":\"added\",\"mess");

                assertThat(transcript.messages()).containsExactly(Message.user("hello"));
            }
        }
    }

    @Nested
    class A_torn_end {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"type\":\"added\",\"message\":{\"role\":\"user\",\"content\":\"hel",
                    "{\"type\":\"added\",\"message\":{\"role\":\"user\",\"content\":\"hello\"}}",
                    "\0\0\0\0\0\0\0\0",
                    "\0\0\0\0\"}}\n",
                    "{",
                    "\n",
                    "\uFFFD"
                })
        void is_cut_off_kept_aside_and_reported(String torn) throws Exception {
            write(Message.user("hello"));
            long good = Files.size(file);
            append(torn);

            try (Transcript transcript = open()) {
                assertThat(transcript.tornBytes()).isEqualTo(torn.getBytes(StandardCharsets.UTF_8).length);
                assertThat(Files.size(file)).isEqualTo(good);
                transcript.added(Message.assistant("hi"));
            }
            assertThat(reread()).containsExactly(Message.user("hello"), Message.assistant("hi"));
            assertThat(Files.readString(directory.resolve("transcript.jsonl.torn")))
                    .isEqualTo(torn + "\n");
        }

        @Test
        void can_be_all_there_is() throws Exception {
            Files.writeString(file, "{\"type\"");

            assertThat(reread()).isEmpty();
            assertThat(Files.size(file)).isZero();
        }

        @Test
        void is_found_at_every_length_of_the_last_line() throws Exception {
            write(Message.user("first"), Message.user("x".repeat(9_000)), Message.user("last"));
            byte[] whole = Files.readAllBytes(file);
            int lastLine = new String(whole, StandardCharsets.UTF_8).lastIndexOf('\n', whole.length - 2) + 1;
            for (int length = lastLine; length < whole.length; length++) {
                Files.write(file, Arrays.copyOf(whole, length));
                assertThat(reread()).as("cut at " + length).hasSize(2);
            }
        }

        @Test
        void of_several_crashes_is_kept_of_each() throws Exception {
            write(Message.user("hello"));
            append("one");
            reread();
            append("two");
            reread();

            assertThat(Files.readString(directory.resolve("transcript.jsonl.torn")))
                    .isEqualTo("one\ntwo\n");
        }
    }

    @Nested
    class A_malformed_line {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "nonsense",
                    "[]",
                    "{}",
                    "{\"type\":\"removed\"}",
                    "{\"type\":\"added\"}",
                    "{\"type\":\"added\",\"message\":{\"role\":\"user\"}}",
                    "{\"type\":\"added\",\"message\":{\"role\":\"user\",\"content\":\"a\",\"content\":\"b\"}}",
                    "{\"type\":\"compacted\",\"messages\":{}}",
                    "{\"type\":\"compacted\",\"messages\":[1]}"
                })
        void in_the_middle_is_an_error_that_names_file_and_line(String line) throws Exception {
            write(Message.user("first"));
            append(line + "\n");
            append("{\"type\":\"added\",\"message\":{\"role\":\"user\",\"content\":\"last\"}}\n");

            try (Transcript transcript = open()) {
                assertThatThrownBy(transcript::messages)
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining(file + ", line 2, ");
                assertThat(transcript.tornBytes()).isZero();
            }
        }

        @Test
        void without_end_is_given_up_on_before_it_fills_the_memory() throws Exception {
            try (var out = Files.newOutputStream(file)) {
                byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
                for (int i = 0; i < 20; i++) {
                    out.write(megabyte);
                }
                out.write('\n');
            }
            append("{\"type\":\"added\",\"message\":{\"role\":\"user\",\"content\":\"last\"}}\n");

            assertThatThrownBy(TranscriptTest.this::reread)
                    .hasMessageContaining("line 1")
                    .hasMessageContaining("longer");
        }
    }

    @Nested
    class What_could_not_be_read_back {

        @Test
        void is_refused_and_does_no_harm() throws Exception {
            Object deep = "bottom";
            for (int i = 0; i < 510; i++) {
                deep = List.of(deep);
            }
            Message tooDeep = Message.toolCall("1", "Read", EventData.of("deep", deep));
            Message tooLong = Message.user("x".repeat(17 << 20));
            try (Transcript transcript = open()) {
                assertThatThrownBy(() -> transcript.added(tooDeep)).isInstanceOf(StoreException.class);
                assertThatThrownBy(() -> transcript.added(tooLong))
                        .isInstanceOf(StoreException.class)
                        .hasMessageContaining("cannot be written down");
                transcript.added(Message.user("hello"));
            }
            assertThat(reread()).containsExactly(Message.user("hello"));
        }
    }

    @Test
    void secrets_are_taken_out_of_every_text_before_it_is_written() throws Exception {
        try (Transcript transcript = Transcript.open(file, text -> text.replace("sk-123", "[key]"))) {
            transcript.added(Message.user("my key is sk-123"));
            transcript.held(Message.system("sk-123"));
            transcript.added(Message.toolCall("1", "Bash", Map.of("env", List.of(Map.of("sk-123", "KEY=sk-123")))));
            transcript.compacted(List.of(Message.toolResult("1", "sk-123").withMetadata(Map.of("x", "sk-123"))));
        }
        assertThat(Files.readString(file)).doesNotContain("sk-123").contains("my key is [key]", "KEY=[key]");
    }

    @Test
    void nobody_else_can_read_it() throws Exception {
        write(Message.user("hello"));

        assertThat(Files.getPosixFilePermissions(file)).hasToString("[OWNER_READ, OWNER_WRITE]");
    }

    @Test
    void a_link_in_its_place_is_refused() throws Exception {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "");
        Files.createSymbolicLink(file, elsewhere);

        assertThatThrownBy(TranscriptTest.this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is a symbolic link");
    }

    @Test
    void after_closing_it_takes_nothing_and_says_so() throws Exception {
        Transcript transcript = open();
        transcript.close();
        transcript.close();

        assertThatThrownBy(() -> transcript.added(Message.user("late"))).hasMessageContaining("is closed");
    }
}
