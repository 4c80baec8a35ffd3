package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.PolicyCheck;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Severity;
import dev.carabiner.engine.check.Sarif;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.io.IOException;
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

/** {@code carabiner hooks}: policies, before they are in force. */
@Command(
        name = "hooks",
        synopsisSubcommandLabel = "COMMAND",
        description = "Checks the hooks of a bundle.",
        footerHeading = "%nExamples:%n",
        footer = "  carabiner hooks validate .carabiner/bundle.yaml")
final class HooksCommand extends CommandGroup {

    @Command(
            name = "validate",
            description = {
                "Finds what is wrong with a policy, and what is probably not meant: settings, patterns that match nothing,"
                        + " hooks that are never asked, guards that fail open, rules that contradict each other, overlays"
                        + " that weaken a guard. Hooks are asked about made-up calls; nothing is run.",
                "One line each: FILE:LINE  severity  finding  → fix.",
                "Exit code: 0 nothing but notes, 1 errors or warnings."
            },
            footerHeading = "%nExamples:%n",
            footer = {
                "  carabiner hooks validate .carabiner/bundle.yaml",
                "  carabiner hooks validate default",
                "  carabiner hooks validate bundle.yaml --sarif findings.sarif    for code review tools"
            })
    static final class ValidateCommand implements Callable<Integer> {

        private final Surroundings here;

        @Parameters(paramLabel = "FILE", description = "The bundle's file, or the name of a built-in one.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String file;

        @Option(names = "--json", description = "Print the findings as JSON.")
        private boolean json;

        @Option(names = "--sarif", paramLabel = "FILE", description = "Also write them to this file, as SARIF 2.1.0.")
        private @Nullable String sarif;

        ValidateCommand(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() throws IOException {
            AgentCatalog catalog = Bundles.catalog(here);
            BundleFiles files = Bundles.named(file, here);
            LogManager.getLogManager().reset(); // what a hook makes of a made-up call is a finding, or nothing
            List<Finding> findings = new PolicyCheck(catalog.modules(), here.directory()).of(files);
            if (sarif != null) {
                EventData report = Sarif.of(findings, here.directory().toRealPath(), version());
                Path target = here.resolve(Path.of(sarif));
                Files.writeString(target, EventDataJson.write(report) + "\n", StandardCharsets.UTF_8);
            }
            if (json) {
                here.out().println(EventDataJson.write(report(findings)));
            } else {
                print(findings);
            }
            return count(findings, Severity.ERROR) + count(findings, Severity.WARNING) == 0
                    ? ExitCode.DONE
                    : ExitCode.FAILED;
        }

        /** The jar's; none when the classes do not come from a jar. */
        private static String version() {
            String version = HooksCommand.class.getPackage().getImplementationVersion();
            return version == null ? "0" : version;
        }

        private void print(List<Finding> findings) {
            findings.forEach(finding -> here.out().println(coloured(finding)));
            long errors = count(findings, Severity.ERROR);
            long warnings = count(findings, Severity.WARNING);
            long notes = count(findings, Severity.NOTE);
            String summary =
                    plural(errors, "error") + ", " + plural(warnings, "warning") + ", " + plural(notes, "note");
            boolean well = errors + warnings == 0;
            String sign = well ? here.styles().green(here.styles().tick()) + " " : "";
            here.out().println(sign + (errors > 0 ? here.styles().red(summary) : summary));
        }

        private String coloured(Finding finding) {
            String word = finding.severity().word();
            String shown = switch (finding.severity()) {
                case ERROR -> here.styles().red(word);
                case WARNING -> here.styles().yellow(word);
                case NOTE -> here.styles().dim(word);
            };
            String line = VisibleText.inOneLine(finding.toString());
            int at = line.indexOf("  " + word + "  ");
            return line.substring(0, at + 2) + shown + line.substring(at + 2 + word.length());
        }

        private static String plural(long count, String what) {
            return count + " " + what + (count == 1 ? "" : "s");
        }

        private static long count(List<Finding> findings, Severity severity) {
            return findings.stream().filter(it -> it.severity() == severity).count();
        }

        private static EventData report(List<Finding> findings) {
            List<EventData> all = findings.stream().map(Finding::json).toList();
            return EventData.of(
                    "schema", 1,
                    "errors", count(findings, Severity.ERROR),
                    "warnings", count(findings, Severity.WARNING),
                    "notes", count(findings, Severity.NOTE),
                    "findings", all);
        }
    }
}
