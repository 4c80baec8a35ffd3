package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Commands that register a launcher with agents. It starts nothing, as where Java is missing. */
abstract class InstallingCommands extends TypedCommands {

    @BeforeEach
    void makeLauncher() throws Exception {
        Path launcher = Files.writeString(temporary.resolve("carabiner"), "#!/bin/sh\nexit 127\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        System.setProperty("carabiner.launcher", launcher.toString());
    }

    @AfterEach
    void forgetLauncher() {
        System.clearProperty("carabiner.launcher");
    }
}
