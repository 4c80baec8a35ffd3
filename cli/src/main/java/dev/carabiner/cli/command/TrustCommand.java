package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Ink;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.runtime.bundle.ProjectTrust;
import dev.carabiner.runtime.bundle.Trust;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner trust}: shows a project's own bundle, and lets it be used if somebody says so. */
@Command(
        name = "trust",
        description = {
            "Shows the bundle that a project brings along in .carabiner/bundle.yaml, with all files that it",
            "includes, and asks whether you trust it. Until then it is not used, and neither after any change."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner trust                        this project's",
            "  carabiner trust ../other --yes 4f1c…   without a question, if it still is what was shown",
            "  carabiner trust --revoke               no longer"
        })
final class TrustCommand implements Callable<Integer> {

    private final Surroundings here;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The project; else this directory.")
    private @Nullable Path project;

    @Option(names = "--yes", paramLabel = "DIGEST", description = "Trust it without a question if it has this digest.")
    private @Nullable String digest;

    @Option(names = "--revoke", description = "Trust it no longer.")
    private boolean revoke;

    TrustCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path directory = project == null ? here.directory() : here.resolve(project);
        if (!Files.isDirectory(directory)) {
            throw CommandException.usage("There is no directory " + directory);
        }
        ProjectTrust trust = Bundles.trust(here);
        if (revoke) {
            trust.revoke(directory);
            here.out().println("The bundle of " + shown(directory) + " is not trusted");
            return ExitCode.DONE;
        }
        if (digest != null) {
            return trusted(trust.trust(directory, digest).file());
        }
        return switch (trust.state(directory)) {
            case Trust.NoBundle none ->
                throw CommandException.failed(directory + " has no .carabiner/bundle.yaml; there is nothing to trust");
            case Trust.Trusted already -> trusted(already.file());
            case Trust.Untrusted untrusted -> ask(trust, directory, untrusted);
        };
    }

    private int ask(ProjectTrust trust, Path directory, Trust.Untrusted untrusted) throws IOException {
        show(untrusted);
        if (!here.interactive()) {
            throw CommandException.usage(
                    "There is no terminal to ask at. If you trust it:\n  carabiner trust --yes " + untrusted.digest());
        }
        here.out().print("Its hooks and tools will run as you. Type yes to trust it: ");
        here.out().flush();
        String answer =
                new BufferedReader(new InputStreamReader(here.in(), here.out().charset())).readLine();
        if (answer == null || !answer.strip().equals("yes")) {
            here.out().println("Not trusted");
            return ExitCode.DENIED;
        }
        return trusted(trust.trust(directory, untrusted.digest()).file());
    }

    private void show(Trust.Untrusted untrusted) {
        Ink ink = here.ink();
        untrusted.files().texts().forEach((file, text) -> {
            here.out().println(ink.bold(shown(file)));
            VisibleText.escaped(text)
                    .lines()
                    .forEach(line -> here.out().println("  " + ink.dim(ink.bar()) + " " + line));
        });
        here.out().println("digest " + untrusted.digest());
        if (untrusted.changed()) {
            here.out().println(ink.yellow("It has changed since it was trusted."));
        }
    }

    private int trusted(Path file) {
        here.out().println(here.ink().green(here.ink().tick()) + " " + shown(file) + " is trusted");
        return ExitCode.DONE;
    }

    private static String shown(Object name) {
        return VisibleText.inOneLine(name.toString());
    }
}
