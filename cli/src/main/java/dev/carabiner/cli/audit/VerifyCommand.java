package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit verify}: says whether a log is what was written. */
@Command(
        name = "verify",
        description = {
            "Says whether a log is what was written.",
            "Of each anchor it says how many records it covers: behind them, nothing shows that no tail was cut off."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:good",
            "1:tampered; the first bad record and what is wrong with it are printed",
            "2:a crash left a torn tail, all before it is consistent",
            "3:consistent, but nothing from outside vouches for every record",
            "64:wrong usage",
            "66:no log there, or it cannot be read",
            "74:good, but the answer could not be written"
        },
        footer = {
            "  carabiner audit verify .carabiner/audit --pub ~/keys/audit.pub",
            "  carabiner audit verify .carabiner/audit --pub ~/keys/audit.pub --anchor /mnt/worm/anchor"
        })
final class VerifyCommand extends LogCommand {

    private final boolean watched;

    @Option(
            names = "--pub",
            paramLabel = "KEY",
            converter = ArgumentTypes.Key.class,
            description = "The root public key, or a file that holds it.")
    private @Nullable VerifierKey key;

    @Option(
            names = "--anchor",
            paramLabel = "FILE",
            description = "A file of checkpoints kept elsewhere; may be given several times.")
    private List<Path> anchors = List.of();

    VerifyCommand(Surroundings here) {
        super(here, here.out());
        watched = here.errorsShown();
    }

    @Override
    int run() throws IOException {
        Verdict verdict;
        try (ProgressBar bar = new ProgressBar(err, watched, bytes())) {
            verdict = LogVerifier.verify(log, key, anchors, bar);
        }
        out.println(verdict.result() + " " + VisibleText.inOneLine(verdict.explanation()));
        out.println(
                "log " + verdict.log() + ", " + verdict.records() + " records in " + verdict.segments() + " segments");
        return verdict.result().exitCode();
    }

    /** For the progress bar only: what cannot be read here, the verifier meets when its turn comes. */
    private long bytes() {
        long bytes = 0;
        try {
            for (Path segment : new LogFiles(log).segments().values()) {
                bytes += Files.size(segment);
            }
        } catch (IOException e) {
            return bytes;
        }
        return bytes;
    }
}
