package dev.carabiner.examples.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileToolsTest {

    private Path outside;
    private Path directory;
    private FileTools tools;

    @BeforeEach
    void set_up(@TempDir Path both) throws Exception {
        outside = Files.createDirectory(both.resolve("outside"));
        directory = Files.createDirectory(both.resolve("workspace"));
        tools = new FileTools(Workspace.at(directory));
        Files.createDirectory(directory.resolve("sub"));
        Files.writeString(outside.resolve("file"), "kept");
        Files.createSymbolicLink(directory.resolve("link"), outside);
        Files.createSymbolicLink(directory.resolve("sub/file-link"), outside.resolve("file"));
    }

    private String run(String tool, Object... input) throws Exception {
        EventData data = EventData.empty();
        for (int i = 0; i < input.length; i += 2) {
            data = data.with((String) input[i], input[i + 1]);
        }
        return Objects.requireNonNull(tools.all().get(tool)).run(data);
    }

    @Test
    void write_makes_and_replaces_a_file() throws Exception {
        run("Write", "file_path", "sub/a.txt", "content", "a long first version");
        run("Write", "file_path", "sub/./a.txt", "content", "short");
        assertThat(directory.resolve("sub/a.txt")).hasContent("short");
    }

    @Test
    void edit_replaces_what_occurs_exactly_once() throws Exception {
        run("Write", "file_path", "a.txt", "content", "one two two");
        run("Edit", "file_path", "a.txt", "old_text", "one", "new_text", "1");
        assertThat(directory.resolve("a.txt")).hasContent("1 two two");
        for (String old : new String[] {"two", "three", ""}) {
            assertThatThrownBy(() -> run("Edit", "file_path", "a.txt", "old_text", old, "new_text", "x"))
                    .hasMessageContaining("exactly once");
        }
        assertThat(directory.resolve("a.txt")).hasContent("1 two two");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../a.txt",
                "sub/../../a.txt",
                "/etc/carabiner-example",
                "",
                ".",
                "link/file",
                "link/new",
                "sub/file-link"
            })
    void nothing_outside_the_workspace_is_written_by_name_or_by_link(String path) {
        assertThatThrownBy(() -> run("Write", "file_path", path, "content", "x"))
                .isInstanceOf(IOException.class);
        assertThat(outside.resolve("file")).hasContent("kept");
        assertThat(outside.resolve("new")).doesNotExist();
    }

    @Test
    void a_file_that_is_too_large_is_refused_before_anything_is_written() {
        String content = "x".repeat(1024 * 1024 + 1);
        assertThatThrownBy(() -> run("Write", "file_path", "a.txt", "content", content))
                .hasMessageContaining("bytes");
        assertThat(directory.resolve("a.txt")).doesNotExist();
    }
}
