package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.Proof;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code audit prove} and {@code audit check-proof}: that one record is in a log. */
final class ProofCommands {

    private final PrintStream out;

    ProofCommands(PrintStream out) {
        this.out = out;
    }

    int prove(List<String> rest) throws IOException {
        Arguments arguments = Arguments.parse(rest, Set.of("--out"), Set.of());
        List<String> words = arguments.positional(2, "the directory of a log and the number of a record");
        Path log = Arguments.directory(words);
        Proof proof = Proof.of(log, Arguments.recordNumber(words.getLast()));
        String file = arguments.value("--out");
        if (file == null) {
            out.writeBytes(proof.text());
        } else {
            OutputFile.write(file, log, to -> to.write(proof.text()));
        }
        return 0;
    }

    int check(List<String> rest) throws IOException {
        Arguments arguments = Arguments.parse(rest, Set.of("--pub"), Set.of());
        Path file = Path.of(arguments.positional(1, "the file of a proof").getFirst());
        String pub = arguments.value("--pub");
        if (pub == null) {
            throw new UsageException("A proof is checked against the root public key: --pub KEY");
        }
        VerifierKey key = PublicKey.of(pub);
        Proof proof = Proof.read(file);
        String problem = proof.problem(key);
        if (problem != null) {
            out.println("NOT PROVED " + problem);
            return AuditCommands.FAILED;
        }
        out.println("PROVED record " + proof.index() + " of the first "
                + proof.checkpoint().size());
        out.println(VisibleText.inOneLine(new String(proof.record(), StandardCharsets.UTF_8)));
        return 0;
    }
}
