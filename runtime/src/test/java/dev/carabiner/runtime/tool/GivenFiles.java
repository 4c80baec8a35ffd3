package dev.carabiner.runtime.tool;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A directory with the files of a test, and the tools at work there. */
abstract class GivenFiles {

    @TempDir
    Path directory;

    Rig rig;

    @BeforeEach
    void open() {
        rig = new Rig(directory);
    }

    void given(String name, String content) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
