package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.scenarios.JsonReport;
import dev.carabiner.scenarios.JunitReport;
import dev.carabiner.scenarios.ScenarioException;
import dev.carabiner.scenarios.Scenarios;
import dev.carabiner.scenarios.TestReport;
import dev.carabiner.scenarios.TextReport;
import dev.carabiner.scenarios.Update;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner test}: scenarios, which say what a policy must deny, ask and let through. */
@Command(
        name = "test",
        sortOptions = false,
        description = {
            "Tests policies with scenarios, which say what must be denied, asked and let through.",
            "Each case is put before its bundle, and the report says which came out as expected.",
            "No command of a scenario is run; only conversations run tools, in a directory that is thrown away.",
            "Exit code: 0 all passed, 1 some failed, 2 wrong usage, or a mistake in a file."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner test scenarios/",
            "  carabiner test scenarios/production.yaml --filter \"rm -rf\"",
            "  carabiner test scenarios/ --junit target/scenarios.xml",
            "  carabiner test scenarios/ --json | jq .failed",
            "",
            "docs/scenarios.md says how they are written."
        })
final class TestCommand implements Callable<Integer> {

    private final Surroundings here;

    @Parameters(paramLabel = "PATH", arity = "1..*", description = "Files, or directories with .yaml files below.")
    private List<Path> paths = List.of();

    @Option(
            names = "--filter",
            paramLabel = "TEXT",
            description = "Only cases whose file, name, group or command has this text.")
    private @Nullable String filter;

    @Option(names = "--json", description = "One JSON object on standard output, nothing else.")
    private boolean json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Also write the results for a build server.")
    private @Nullable Path junit;

    @Option(
            names = "--update",
            description = "Write into the files what was instead of what was expected; shows it and asks first.")
    private boolean update;

    TestCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        if (update) {
            requirePerson();
        }
        if (!here.debugging()) {
            LogManager.getLogManager().reset(); // what a hook's failure means is in the report
        }
        try {
            Scenarios scenarios = Scenarios.read(paths, here.directory());
            String wanted = filter;
            TestReport report = scenarios.run(name -> wanted == null || name.contains(wanted));
            return told(scenarios, report);
        } catch (ScenarioException e) {
            e.problems().forEach(it -> here.err().println(VisibleText.inOneLine(it.toString())));
            int count = e.problems().size();
            here.err()
                    .println(here.styles()
                            .red(count + (count == 1 ? " mistake" : " mistakes") + "; nothing was tested"));
            return ExitCode.USAGE;
        }
    }

    private int told(Scenarios scenarios, TestReport report) throws IOException {
        here.out()
                .print(
                        json
                                ? EventDataJson.write(JsonReport.of(report)) + "\n"
                                : TextReport.of(report, here.styles().unicode()));
        if (junit != null) {
            write(here.resolve(junit), JunitReport.of(report));
        }
        if (scenarios.size() == 0) {
            Bundles.warn("There is no scenario in " + paths.getFirst() + "; expected .yaml files", here);
        } else if (report.cases().isEmpty()) {
            throw CommandException.usage("--filter " + filter + " leaves no case; nothing was tested");
        }
        if (update) {
            write(Update.of(report, here.directory()));
        }
        return report.passed() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static void write(Path file, String report) {
        try {
            Files.writeString(file, report);
        } catch (IOException e) {
            throw CommandException.usage("--junit " + file + " cannot be written (" + Throwables.inWords(e)
                    + "); expected a file in a directory that is there");
        }
    }

    /** A test that is changed to fit is a decision, and not a program's. */
    private void requirePerson() {
        if (!here.environment().getOrDefault("CI", "").isEmpty() || !here.interactive() || json) {
            throw CommandException.usage("--update asks before it writes: it needs a terminal, no CI and no --json");
        }
    }

    private void write(Update changes) throws IOException {
        if (!changes.byHand().isEmpty()) {
            here.out().println("To be mended by hand:");
            changes.byHand().forEach(line -> here.out().println("  " + VisibleText.inOneLine(line)));
        }
        if (changes.lines().isEmpty()) {
            here.out().println("There is nothing that --update could write.");
            return;
        }
        here.out().println("What --update would write:");
        changes.lines().forEach(line -> here.out().println("  " + VisibleText.inOneLine(line)));
        here.out().print("Write these into the files? [y/N] ");
        here.out().flush();
        BufferedReader typed = new BufferedReader(new InputStreamReader(here.in(), StandardCharsets.UTF_8));
        String answer = typed.readLine();
        if (answer != null && answer.strip().equalsIgnoreCase("y")) {
            changes.write();
            here.out().println("Written. Look at the difference before you keep it.");
        }
    }
}
