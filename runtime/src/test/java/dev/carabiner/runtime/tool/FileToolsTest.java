package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FileToolsTest extends GivenFiles {

    @Nested
    class Write {

        @Test
        void makes_a_file_and_the_directories_above_it() throws Exception {
            ToolResult result = rig.run("Write", "file_path", "a/b/c.txt", "content", "hello ä\n");

            assertThat(directory.resolve("a/b/c.txt")).hasContent("hello ä\n");
            assertThat(result.output()).isEqualTo("Created a/b/c.txt (9 bytes)");
            assertThat(result.details().text("diff"))
                    .isEqualTo("--- a/a/b/c.txt\n+++ b/a/b/c.txt\n@@ -0,0 +1,1 @@\n+hello ä\n");
            try (var left = Files.list(directory)) {
                assertThat(left).containsExactly(directory.resolve("a"));
            }
        }

        @Test
        void replaces_in_one_step_and_keeps_the_permissions() throws Exception {
            given("run.sh", "old");
            Path file = directory.resolve("run.sh");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
            Path hardLink = Files.createLink(directory.resolve("other"), file);

            rig.run("Write", "file_path", "run.sh", "content", "new");

            assertThat(file).hasContent("new");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rwxr-x--x");
            assertThat(hardLink).hasContent("old");
        }

        @Test
        void leaves_read_only_files_alone() throws Exception {
            given("fixed", "old");
            Files.setPosixFilePermissions(directory.resolve("fixed"), PosixFilePermissions.fromString("r--r--r--"));

            assertThatThrownBy(() -> rig.run("Write", "file_path", "fixed", "content", "new"))
                    .hasMessage("fixed is read-only");
            assertThat(directory.resolve("fixed")).hasContent("old");
        }

        @Test
        void replaces_what_is_no_text() throws Exception {
            Files.write(directory.resolve("bin"), new byte[] {(byte) 0xff, 0});

            ToolResult result = rig.run("Write", "file_path", "bin", "content", "text");

            assertThat(directory.resolve("bin")).hasContent("text");
            assertThat(result.details()).isEqualTo(EventData.of("diff", "", "truncated", true));
        }

        @Test
        void tells_the_hooks_what_was_written() throws Exception {
            List<EventData> seen = new ArrayList<>();
            rig.hooks.register("artifact:write", (event, data) -> {
                seen.add(data);
                return null;
            });

            rig.run("Write", "file_path", "a.txt", "content", "12345");
            rig.run("Edit", "file_path", "a.txt", "old_string", "5", "new_string", "");

            assertThat(seen).extracting(it -> it.get("bytes")).containsExactly(5L, 4L);
        }

        @Test
        void does_not_write_half_a_character() {
            assertThatThrownBy(() -> rig.run("Write", "file_path", "a", "content", "x\uD83D"))
                    .isInstanceOf(RuntimeException.class);
            assertThat(directory.resolve("a")).doesNotExist();
        }
    }

    @Nested
    class Edit {

        @Test
        void replaces_the_one_place() throws Exception {
            given("a.txt", "one\ntwo\nthree\n");

            ToolResult result = rig.run("Edit", "file_path", "a.txt", "old_string", "two", "new_string", "2");

            assertThat(directory.resolve("a.txt")).hasContent("one\n2\nthree\n");
            assertThat(result.details().text("diff"))
                    .isEqualTo("--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n");
        }

        @Test
        void does_not_guess() throws Exception {
            given("a.txt", "xx xx");

            assertThatThrownBy(() -> rig.run("Edit", "file_path", "a.txt", "old_string", "y", "new_string", "z"))
                    .hasMessage("old_string does not occur in a.txt; read the file and copy the text exactly");
            assertThatThrownBy(() -> rig.run("Edit", "file_path", "a.txt", "old_string", "xx", "new_string", "z"))
                    .hasMessage(
                            "old_string occurs 2 times in a.txt; add more of the text around it, or set replace_all");
            assertThatThrownBy(() -> rig.run("Edit", "file_path", "a.txt", "old_string", "x", "new_string", "x"))
                    .hasMessage("old_string and new_string are the same; nothing would change");
            assertThatThrownBy(() -> rig.run("Edit", "file_path", "a.txt", "old_string", "", "new_string", "x"))
                    .hasMessage("old_string is empty, but a.txt is not; name the text to replace");
            assertThat(directory.resolve("a.txt")).hasContent("xx xx");
        }

        @Test
        void replaces_all_if_told_so() throws Exception {
            given("a.txt", "x y x");

            rig.run("Edit", "file_path", "a.txt", "old_string", "x", "new_string", "$1", "replace_all", true);

            assertThat(directory.resolve("a.txt")).hasContent("$1 y $1");
        }

        @Test
        void keeps_the_line_ends_of_the_file() throws Exception {
            given("dos.txt", "one\r\ntwo\r\nthree\r\n");

            rig.run("Edit", "file_path", "dos.txt", "old_string", "one\ntwo", "new_string", "1\n2");

            assertThat(Files.readString(directory.resolve("dos.txt"))).isEqualTo("1\r\n2\r\nthree\r\n");
        }

        @Test
        void does_not_damage_what_is_no_text() throws Exception {
            byte[] latin = {'a', (byte) 0xe4, 'b'};
            Files.write(directory.resolve("latin"), latin);

            assertThatThrownBy(() -> rig.run("Edit", "file_path", "latin", "old_string", "a", "new_string", "x"))
                    .hasMessage("latin is not a text in UTF-8, and would be damaged");
            assertThat(Files.readAllBytes(directory.resolve("latin"))).isEqualTo(latin);
        }

        @Test
        void begins_a_file_with_an_empty_old_text() throws Exception {
            rig.run("Edit", "file_path", "new.txt", "old_string", "", "new_string", "hello");

            assertThat(directory.resolve("new.txt")).hasContent("hello");
            assertThatThrownBy(() -> rig.run("Edit", "file_path", "none.txt", "old_string", "a", "new_string", "b"))
                    .hasMessage("none.txt does not exist");
        }

        @Test
        void of_several_places_is_all_or_nothing() throws Exception {
            given("a.txt", "one two");
            List<Map<String, ?>> good = List.of(
                    Map.of("old_string", "one", "new_string", "1"), Map.of("old_string", "1 two", "new_string", "3"));
            List<Map<String, ?>> bad = List.of(
                    Map.of("old_string", "one", "new_string", "1"), Map.of("old_string", "four", "new_string", "4"));

            assertThatThrownBy(() -> rig.run("MultiEdit", "file_path", "a.txt", "edits", bad))
                    .hasMessage("Edit 2: old_string does not occur in a.txt; read the file and copy the text exactly;"
                            + " nothing was changed");
            assertThat(directory.resolve("a.txt")).hasContent("one two");
            rig.run("MultiEdit", "file_path", "a.txt", "edits", good);
            assertThat(directory.resolve("a.txt")).hasContent("3");
        }
    }
}
