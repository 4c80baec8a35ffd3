package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.Proof;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code audit check-proof}: checks what {@code audit prove} wrote, without the log. */
@Command(
        name = "check-proof",
        description = {
            "Checks a proof, without the log.",
            "Prints the record and ends with 0 if the proof holds; else says what is wrong and ends with 1."
        },
        footer = "  carabiner audit check-proof record-17.proof --pub ~/keys/audit.pub")
@SuppressWarnings("NullAway.Init") // picocli sets what it requires
final class CheckProofCommand extends AuditCommand {

    @Parameters(paramLabel = "FILE", description = "The proof.")
    private Path file;

    @Option(
            names = "--pub",
            paramLabel = "KEY",
            required = true,
            converter = ArgumentTypes.Key.class,
            description = "The root public key, or a file that holds it.")
    private VerifierKey key;

    CheckProofCommand(Surroundings here) {
        super(here, here.out());
    }

    @Override
    int run() throws IOException {
        Proof proof = Proof.read(file);
        String problem = proof.problem(key);
        if (problem != null) {
            out.println("NOT PROVED " + problem);
            return FAILED;
        }
        out.println("PROVED record " + proof.index() + " of the first "
                + proof.checkpoint().size());
        out.println(VisibleText.inOneLine(new String(proof.record(), StandardCharsets.UTF_8)));
        return DONE;
    }
}
