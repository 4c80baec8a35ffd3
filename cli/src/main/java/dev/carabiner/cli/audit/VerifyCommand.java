package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** {@code audit verify}: says whether a log is what was written. */
final class VerifyCommand {

    private final PrintStream out;
    private final PrintStream err;
    private final BooleanSupplier terminal;

    VerifyCommand(PrintStream out, PrintStream err, BooleanSupplier terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    int run(List<String> rest) throws IOException {
        Arguments arguments = Arguments.parse(rest, Set.of("--pub", "--anchor"), Set.of());
        Path directory = Arguments.directory(arguments.positional(1, "the directory of a log"));
        String pub = arguments.value("--pub");
        VerifierKey key = pub == null ? null : PublicKey.of(pub);
        List<Path> anchors = arguments.values("--anchor").stream().map(Path::of).toList();
        Verdict verdict;
        try (ProgressBar bar = new ProgressBar(err, terminal, bytes(directory))) {
            verdict = LogVerifier.verify(directory, key, anchors, bar);
        }
        out.println(verdict.result() + " " + VisibleText.inOneLine(verdict.explanation()));
        out.println(
                "log " + verdict.log() + ", " + verdict.records() + " records in " + verdict.segments() + " segments");
        return verdict.result().exitCode();
    }

    /** For the progress bar only: what cannot be read here, the verifier meets when its turn comes. */
    private static long bytes(Path directory) {
        long bytes = 0;
        try {
            for (Path segment : new LogFiles(directory).segments().values()) {
                bytes += Files.size(segment);
            }
        } catch (IOException e) {
            return bytes;
        }
        return bytes;
    }
}
