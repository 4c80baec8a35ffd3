package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.Proof;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code audit prove}: a proof that one record is in a log. */
@Command(
        name = "prove",
        description = {"Writes a proof that a record is in the log.", "To check it takes only the root public key."},
        footer = "  carabiner audit prove .carabiner/audit 17 --out record-17.proof")
final class ProveCommand extends LogCommand {

    @Parameters(
            index = "1",
            paramLabel = "SEQ",
            converter = ArgumentTypes.RecordNumber.class,
            description = "The number of the record.")
    private long seq;

    @Option(names = "--out", paramLabel = "FILE", description = "Where to, if not standard output.")
    private @Nullable String file;

    ProveCommand(Surroundings here) {
        super(here, here.err());
    }

    @Override
    int run() throws IOException {
        Proof proof = Proof.of(log, seq);
        if (file == null) {
            out.writeBytes(proof.text());
        } else {
            OutputFile.write(file, log, to -> to.write(proof.text()));
        }
        return DONE;
    }
}
