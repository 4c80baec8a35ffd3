package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code audit export}: records as they stand in the log. */
@Command(
        name = "export",
        description = "Writes the records as they stand in the log, one JSON object per line.",
        footer = "  carabiner audit export .carabiner/audit --type approval_decision --out decisions.jsonl")
final class ExportCommand extends LogCommand {

    @Mixin
    private final RecordFilter filter = new RecordFilter();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Written anew when all records could be read; it must not be in DIR.")
    private @Nullable String file;

    ExportCommand(Surroundings here) {
        super(here, here.err());
    }

    @Override
    int run() throws IOException {
        if (file != null) {
            OutputFile.write(file, log, to -> export(to, () -> true));
            return DONE;
        }
        OutputStream to = new BufferedOutputStream(out);
        try {
            export(to, () -> !out.checkError());
        } finally {
            to.flush(); // what comes before a record that was tampered with is good
        }
        return DONE;
    }

    private void export(OutputStream to, BooleanSupplier wanted) throws IOException {
        tellOf(LogReading.read(log, chain -> {
            if (filter.accepts(chain.line())) {
                to.write(chain.line().line());
                to.write('\n');
            }
            return wanted.getAsBoolean();
        }));
    }
}
