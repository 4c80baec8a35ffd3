package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent at work in a home directory does not get at the sessions that are kept there, nor at their keys. */
@DisabledOnOs(OS.WINDOWS)
class KeptSessionsTest extends Confined {

    @BeforeEach
    void keep_a_session() throws Exception {
        Path audit = Files.createDirectories(directory.resolve(".carabiner/sessions/s-1/audit"));
        Files.writeString(audit.resolve("key"), "private\n");
        Files.createSymbolicLink(directory.resolve("link"), Path.of(".carabiner/sessions"));
        Files.writeString(directory.resolve("notes.txt"), "private too\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".carabiner/sessions/s-1/audit",
                "link/s-1/audit",
                "./.carabiner/../.carabiner/sessions/s-1/audit"
            })
    void no_tool_reads_them(String path) {
        assertRefused("Read", "file_path", path + "/key");
        assertRefused("Grep", "pattern", "private", "path", path);
        assertRefused("Glob", "pattern", "**", "path", path);
    }

    @Test
    void no_search_comes_by_them() throws Exception {
        assertThat(rig.run("Grep", "pattern", "private", "output_mode", "content")
                        .toString())
                .contains("notes.txt")
                .doesNotContain(".carabiner");
    }
}
