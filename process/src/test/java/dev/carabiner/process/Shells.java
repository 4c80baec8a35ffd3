package dev.carabiner.process;

import static dev.carabiner.testkit.Processes.pidIn;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Shell scripts in a directory of their own. */
abstract class Shells {

    @TempDir
    Path directory;

    Command shell(String script) {
        return Command.of(List.of("/bin/bash", "-c", script), directory)
                .environment(Map.of("PATH", "/usr/bin:/bin"))
                .limit(Duration.ofSeconds(30));
    }

    long pid(String file) throws Exception {
        return pidIn(directory.resolve(file));
    }
}
