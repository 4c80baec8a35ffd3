package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A pipe, a socket or a device in the working directory: no tool waits at it, reads from it without end, or replaces it. */
@EnabledOnOs(OS.LINUX)
@Timeout(30)
class SpecialFilesTest extends Confined {

    private static final Map<String, List<Object>> CALLS = Map.of(
            "Read", List.of(),
            "Write", List.of("content", "x"),
            "Edit", List.of("old_string", "x", "new_string", "y"),
            "MultiEdit", List.of("edits", List.of(Map.of("old_string", "x", "new_string", "y"))));

    @BeforeEach
    void makeText() throws Exception {
        Files.writeString(directory.resolve("text"), "needle\n");
    }

    private void assertRefusedByAll(String name) throws Exception {
        for (Map.Entry<String, List<Object>> call : CALLS.entrySet()) {
            List<Object> input = new ArrayList<>(List.of("file_path", name));
            input.addAll(call.getValue());
            assertThatThrownBy(() -> rig.run(call.getKey(), input.toArray()))
                    .as(call.getKey())
                    .isInstanceOf(FileRefusedException.class)
                    .hasMessageContaining("no regular file");
        }
        assertThat(rig.run("Grep", "pattern", "needle").output())
                .contains("text")
                .doesNotContain(name);
        assertThat(rig.run("Glob", "pattern", "*").output()).contains("text").doesNotContain(name);
        assertThatThrownBy(() -> rig.run("Grep", "pattern", "needle", "path", name))
                .isInstanceOf(FileRefusedException.class);
        assertThatThrownBy(() -> rig.run("Glob", "pattern", "*", "path", name))
                .isInstanceOf(FileRefusedException.class);
    }

    @Test
    void a_pipe_is_refused() throws Exception {
        made("mkfifo", "pipe");
        assertRefusedByAll("pipe");
    }

    @Test
    void a_socket_is_refused() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
            assertRefusedByAll("socket");
        }
    }

    @Test
    void an_endless_device_is_refused() throws Exception {
        assumeThat(made("mknod", "endless", "c", "1", "5"))
                .as("a device can be made here")
                .isZero();
        assertRefusedByAll("endless");
    }

    private int made(String... words) throws Exception {
        return new ProcessBuilder(words).directory(directory.toFile()).start().waitFor();
    }
}
