package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A working directory for the tools, and a secret beside it. */
abstract class Confined {

    @TempDir
    Path around;

    Path directory;
    Path outside;
    Rig rig;

    @BeforeEach
    void open() throws Exception {
        directory = Files.createDirectory(around.resolve("work"));
        outside = Files.createDirectory(around.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret\n");
        rig = new Rig(directory);
    }

    void assertRefused(String tool, Object... input) {
        assertThatThrownBy(() -> rig.run(tool, input)).isInstanceOf(FileRefusedException.class);
    }

    void assertOutsideUntouched() throws IOException {
        try (Stream<Path> all = Files.walk(outside)) {
            assertThat(all).containsExactlyInAnyOrder(outside, outside.resolve("secret"));
        }
        assertThat(outside.resolve("secret")).hasContent("secret\n");
    }
}
