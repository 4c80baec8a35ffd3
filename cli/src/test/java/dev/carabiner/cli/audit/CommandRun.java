package dev.carabiner.cli.audit;

import dev.carabiner.cli.Main;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One audit command, run in this process, and what it printed. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = exitCode(stream(out), stream(err), words);
        return new CommandRun(exitCode, text(out), text(err));
    }

    static int exitCode(PrintStream out, PrintStream err, String... words) {
        Path here = Path.of("").toAbsolutePath();
        Surroundings surroundings = new Surroundings(
                here, here, Map.of(), InputStream.nullInputStream(), out, err, Styles.PLAIN, 0, false, false);
        return Main.run(
                surroundings,
                Stream.concat(Stream.of("audit"), Stream.of(words)).toArray(String[]::new));
    }

    List<String> lines() {
        return out.lines().toList();
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
