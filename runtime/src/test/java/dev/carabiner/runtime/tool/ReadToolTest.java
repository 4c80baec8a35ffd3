package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolResult;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
class ReadToolTest extends GivenFiles {

    @Nested
    class Read {

        @Test
        void gives_lines_with_their_numbers() throws Exception {
            given("a.txt", "one\r\ntwo\n\nfour");

            ToolResult result = rig.run("Read", "file_path", "a.txt");

            assertThat(result.output()).isEqualTo("     1\tone\n     2\ttwo\n     3\t\n     4\tfour\n");
            assertThat(result.details()).isEqualTo(EventData.of("lines", 4L, "truncated", false));
        }

        @Test
        void gives_a_part_and_says_how_to_go_on() throws Exception {
            given("a.txt", "1\n2\n3\n4\n5\n");

            ToolResult result = rig.run("Read", "file_path", "a.txt", "offset", 2, "limit", 2);

            assertThat(result.output()).isEqualTo("     2\t2\n     3\t3\n[there is more; continue with offset 4]");
            assertThat(result.details().get("truncated")).isEqualTo(true);
        }

        @Test
        void says_when_there_is_nothing() throws Exception {
            given("empty", "");
            given("short", "x\n");

            assertThat(rig.run("Read", "file_path", "empty").output()).isEqualTo("empty is empty");
            assertThat(rig.run("Read", "file_path", "short", "offset", 9).output())
                    .isEqualTo("short has only 1 lines");
        }

        @Test
        void cuts_long_lines_and_long_files() throws Exception {
            given("long", "x".repeat(5000) + "\nshort\n");
            given("many", "some words in a line\n".repeat(100_000));

            assertThat(rig.run("Read", "file_path", "long").output())
                    .isEqualTo("     1\t" + "x".repeat(2000) + " [3000 more characters]\n     2\tshort\n");
            ToolResult many = rig.run("Read", "file_path", "many", "limit", 90_000);
            assertThat(many.output()).hasSizeLessThan(101_000).contains("[there is more; continue with offset ");
        }

        @Test
        void tells_the_hooks_what_was_read() throws Exception {
            given("a.txt", "12345");
            List<EventData> seen = new ArrayList<>();
            rig.hooks.register("artifact:read", (event, data) -> {
                seen.add(data);
                return null;
            });

            rig.run("Read", "file_path", "./a.txt");

            assertThat(seen).hasSize(1);
            assertThat(seen.getFirst().get("path"))
                    .isEqualTo(directory.toRealPath().resolve("a.txt").toString());
            assertThat(seen.getFirst().get("bytes")).isEqualTo(5L);
        }

        @Test
        void keeps_back_what_a_hook_denies() throws Exception {
            given("a.txt", "secret");
            rig.hooks.register("artifact:read", (event, data) -> HookResult.deny("too secret"));

            assertThatThrownBy(() -> rig.run("Read", "file_path", "a.txt"))
                    .hasMessage("a.txt is kept back by a hook: too secret");
            assertThat(rig.run("Grep", "pattern", "sec", "output_mode", "content")
                            .output())
                    .isEqualTo("Nothing found\n[a.txt is kept back by a hook: too secret]\n");
        }

        @Test
        void names_what_it_cannot_read() throws Exception {
            Files.write(directory.resolve("image"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1});
            Files.createDirectory(directory.resolve("folder"));

            assertThatThrownBy(() -> rig.run("Read", "file_path", "image"))
                    .hasMessage("image is a binary file of 6 bytes, not a text");
            assertThatThrownBy(() -> rig.run("Read", "file_path", "folder")).hasMessage("folder is a directory");
            assertThatThrownBy(() -> rig.run("Read", "file_path", ".")).hasMessage(". is a directory");
            assertThatThrownBy(() -> rig.run("Read", "file_path", "none")).hasMessage("none does not exist");
            assertThatThrownBy(() -> rig.run("Read", "file_path", "image/x")).isInstanceOf(FileRefusedException.class);
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void of_a_gigabyte_of_nothing_is_over_at_once() throws Exception {
            try (RandomAccessFile sparse =
                    new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
                sparse.write("text first\n".repeat(1000).getBytes());
                sparse.setLength(1L << 30);
            }

            assertThat(rig.run("Read", "file_path", "sparse", "limit", 2).output())
                    .isEqualTo("     1\ttext first\n     2\ttext first\n[there is more; continue with offset 3]");
            assertThatThrownBy(() -> rig.run("Edit", "file_path", "sparse", "old_string", "a", "new_string", "b"))
                    .hasMessage("sparse has more than 10485760 bytes");
            assertThat(rig.run("Grep", "pattern", "text").output())
                    .isEqualTo("Nothing found\n[not everything could be searched]\n");
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void does_not_wait_at_a_pipe_and_not_read_a_device() throws Exception {
            Path pipe = directory.resolve("pipe");
            new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

            for (String tool : List.of("Read", "Write", "Edit")) {
                Object[] input = tool.equals("Read")
                        ? new Object[] {"file_path", "pipe"}
                        : tool.equals("Write")
                                ? new Object[] {"file_path", "pipe", "content", "x"}
                                : new Object[] {"file_path", "pipe", "old_string", "x", "new_string", "y"};
                assertThatThrownBy(() -> rig.run(tool, input))
                        .hasMessage("pipe is no regular file but a pipe, a socket or a device");
            }
            assertThat(rig.run("Grep", "pattern", "x").output()).isEqualTo("Nothing found\n");
        }
    }
}
