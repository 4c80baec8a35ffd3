package dev.carabiner.cli;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands as a user types them, in a home and a project of their own. */
abstract class TypedCommands {

    @TempDir
    Path temporary;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    final Map<String, String> environment = new HashMap<>();
    String typed = "";
    int columns;
    Styles styles = Styles.PLAIN;
    Path home;
    Path project;

    @BeforeEach
    void makeDirectories() throws Exception {
        home = Files.createDirectory(temporary.resolve("home"));
        project = Files.createDirectory(temporary.resolve("project"));
    }

    int carabiner(String... words) {
        out.reset();
        err.reset();
        Surroundings here = new Surroundings(
                home,
                project,
                environment,
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                styles,
                columns,
                !typed.isEmpty(),
                false);
        return Main.run(here, words);
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
