package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.ProjectTrust;
import dev.carabiner.engine.bundle.Trust;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner trust}: shows a project's own bundle, and lets it be used if the user says so. */
@Command(
        name = "trust",
        description = {
            "Shows a project's own .carabiner/bundle.yaml and asks whether you trust it.",
            "It is shown with all files that it includes. Until then it is not used, and neither after any change.",
            "Nothing that an agent has started can say yes."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner trust                        this project's",
            "  carabiner trust ../other --yes 4f1c…   without a question, if it still is what was shown",
            "  carabiner trust --foreign claude       the hooks of its .claude/settings.json, and their scripts",
            "  carabiner trust --revoke               no longer"
        })
final class TrustCommand implements Callable<Integer> {

    /** Set where no user sits at a terminal and the owner of the machine has decided beforehand, as in a build. */
    static final String UNATTENDED = "CARABINER_TRUST_UNATTENDED";

    private final Surroundings here;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "The project, or a directory in it; else this one.")
    private @Nullable Path project;

    @Option(
            names = "--yes",
            paramLabel = "DIGEST",
            description = {
                "Trust it without a question if it has this digest.",
                "Without a terminal only with CARABINER_TRUST_UNATTENDED=1."
            })
    private @Nullable String digest;

    @Option(
            names = "--foreign",
            paramLabel = "DIALECT",
            description = "The project's hooks for another agent, as in claude, with the scripts that they name.")
    private @Nullable String foreign;

    @Option(names = "--revoke", description = "Trust it no longer.")
    private boolean revoke;

    TrustCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Path named = project == null ? here.directory() : here.resolve(project);
        if (!Files.isDirectory(named)) {
            throw CommandException.usage("There is no directory " + named);
        }
        Path directory = Bundles.projectOf(named, here);
        if (RunMark.isOn(here.environment())) {
            throw CommandException.failed("This runs within an agent's run, and an agent decides nothing about trust."
                    + " Call 'carabiner trust' in a terminal of your own");
        }
        ProjectTrust trust = Bundles.trust(here);
        if (foreign != null) {
            return foreign(
                    trust, directory, ForeignFilesOfProject.dialect(foreign).projectFiles());
        }
        if (revoke) {
            trust.revoke(directory);
            here.out().println("The bundle of " + shown(directory) + " is not trusted");
            return ExitCode.DONE;
        }
        if (digest != null) {
            requireSomebody();
            return trusted(trust.trust(directory, digest).file());
        }
        return switch (trust.state(directory)) {
            case Trust.NoBundle none ->
                throw CommandException.failed(directory + " has no .carabiner/bundle.yaml; there is nothing to trust");
            case Trust.Trusted already -> trusted(already.file());
            case Trust.Untrusted untrusted -> ask(untrusted, shown -> trust.trust(directory, shown));
        };
    }

    private int foreign(ProjectTrust trust, Path directory, List<String> names) throws IOException {
        if (revoke) {
            trust.revokeForeign(directory, names);
            here.out().println("The hooks of " + shown(directory.resolve(names.getFirst())) + " are not trusted");
            return ExitCode.DONE;
        }
        if (digest != null) {
            requireSomebody();
            return trusted(trust.trustForeign(directory, names, digest).file());
        }
        return switch (trust.foreign(directory, names)) {
            case Trust.NoBundle none ->
                throw CommandException.failed(
                        directory + " has no " + String.join(", ", names) + "; there is nothing to trust");
            case Trust.Trusted already -> trusted(already.file());
            case Trust.Untrusted untrusted -> ask(untrusted, shown -> trust.trustForeign(directory, names, shown));
        };
    }

    private int ask(Trust.Untrusted untrusted, Function<String, Trust.Trusted> trusting) throws IOException {
        List<BundleProblem> problems = untrusted.files().problems();
        if (!problems.isEmpty()) {
            throw CommandException.failed("The bundle cannot be trusted before it can be read:\n"
                    + problems.stream().map(BundleProblem::toString).collect(Collectors.joining("\n")));
        }
        BufferedReader keys =
                new BufferedReader(new InputStreamReader(here.in(), here.out().charset()));
        if (!show(untrusted, keys)) {
            here.out().println("Not trusted: it was not read to its end");
            return ExitCode.DENIED;
        }
        if (!here.interactive()) {
            String hooks = foreign == null ? "" : "--foreign " + foreign + " ";
            throw CommandException.usage("There is no terminal to ask at. If you trust it, say so at one; where there"
                    + " is none, as in a build:\n  " + UNATTENDED + "=1 carabiner trust " + hooks + "--yes "
                    + untrusted.digest());
        }
        here.out().print("Its hooks and tools will run as you. Type yes to trust it: ");
        here.out().flush();
        String answer = keys.readLine();
        if (answer == null || !answer.strip().equals("yes")) {
            here.out().println("Not trusted");
            return ExitCode.DENIED;
        }
        return trusted(trusting.apply(untrusted.digest()).file());
    }

    /** A digest alone says nothing of who gives it: the program that printed it a moment ago could. */
    private void requireSomebody() {
        if (!here.interactive()
                && !here.environment().getOrDefault(UNATTENDED, "").equals("1")) {
            throw CommandException.usage(
                    "--yes needs a terminal; where there is none, as in a build, set " + UNATTENDED + "=1");
        }
    }

    /** What it runs comes first, then all of it, by pages where there is a terminal. Returns whether it was seen to its end. */
    private boolean show(Trust.Untrusted untrusted, BufferedReader keys) throws IOException {
        Styles styles = here.styles();
        TrustPages pages = new TrustPages(here, keys);
        List<String> commands = TrustPages.commands(untrusted.files().texts());
        if (!commands.isEmpty()) {
            pages.line(styles.bold("What it names to be run or called:"));
            commands.forEach(pages::line);
        }
        untrusted.files().texts().forEach((file, text) -> {
            pages.line(styles.bold(shown(file)));
            VisibleText.escaped(text).lines().forEach(line -> pages.line("  " + styles.dim(styles.bar()) + " " + line));
        });
        if (!pages.print()) {
            return false;
        }
        here.out().println("digest " + untrusted.digest());
        if (untrusted.changed()) {
            here.out().println(styles.yellow("It has changed since it was trusted."));
        }
        return true;
    }

    private int trusted(Path file) {
        here.out().println(here.styles().green(here.styles().tick()) + " " + shown(file) + " is trusted");
        return ExitCode.DONE;
    }

    private static String shown(Object name) {
        return VisibleText.inOneLine(name.toString());
    }
}
