package dev.carabiner.cli.audit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One command, run in this process, and what it printed. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = new AuditCommands(stream(out), stream(err), false).run(words);
        return new CommandRun(exitCode, text(out), text(err));
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
