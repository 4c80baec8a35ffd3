package dev.carabiner.cli.audit;

import dev.carabiner.cli.terminal.Surroundings;
import java.io.PrintStream;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

/** A command whose first parameter is the directory of a log. */
abstract class LogCommand extends AuditCommand {

    @Parameters(
            index = "0",
            paramLabel = "DIR",
            converter = ArgumentTypes.Directory.class,
            description = "The directory of the log.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    Path log;

    LogCommand(Surroundings here, PrintStream verdicts) {
        super(here, verdicts);
    }

    /** Says so if reading ended at something that is no whole record. */
    final void tellOf(boolean torn) {
        if (torn) {
            err.println("Behind the last record something is unfinished: a crash has left it, or a writer is at work");
        }
    }
}
