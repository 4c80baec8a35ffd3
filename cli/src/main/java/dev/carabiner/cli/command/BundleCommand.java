package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.PolicyCheck;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.BundleText;
import dev.carabiner.engine.bundle.EffectiveSetting;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.SettingOrigins;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner bundle}: configurations. */
@Command(
        name = "bundle",
        synopsisSubcommandLabel = "COMMAND",
        description = "Checks and shows bundles, the configurations that sessions run with.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner bundle validate .carabiner/bundle.yaml",
            "  carabiner bundle show default > .carabiner/bundle.yaml"
        })
final class BundleCommand extends CommandGroup {

    @Command(
            name = "validate",
            description = {
                "Says everything that is wrong with a bundle, with file, line and fix.",
                "Exit code: 0 nothing, 1 something."
            },
            footerHeading = "%nExamples:%n",
            footer = "  carabiner bundle validate .carabiner/bundle.yaml")
    static final class ValidateCommand implements Callable<Integer> {

        private final Surroundings here;

        @Parameters(paramLabel = "FILE", description = "The bundle's file, or the name of a built-in one.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String file;

        ValidateCommand(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() {
            AgentCatalog catalog = Bundles.catalog(here);
            BundleLoader loader = catalog.loader();
            BundleFiles files = Bundles.named(file, here);
            List<BundleProblem> problems = loader.check(files);
            if (!problems.isEmpty()) {
                return failed(problems);
            }
            Bundle bundle = loader.load(files);
            problems = Bundles.engine(bundle, catalog, here).checkSettings(here.directory());
            if (!problems.isEmpty()) {
                return failed(problems);
            }
            here.out()
                    .println(here.styles().green(here.styles().tick()) + " " + VisibleText.inOneLine(bundle.name())
                            + " " + VisibleText.inOneLine(bundle.version()) + ": " + contents(bundle));
            return ExitCode.DONE;
        }

        private int failed(List<BundleProblem> problems) {
            problems.forEach(it -> here.err().println(VisibleText.escaped(it.toString())));
            int count = problems.size();
            here.err().println(here.styles().red(count + (count == 1 ? " problem" : " problems")));
            return ExitCode.FAILED;
        }

        private static String contents(Bundle bundle) {
            return count(bundle.providers(), "provider") + ", " + count(bundle.tools(), "tool module") + ", "
                    + count(bundle.hooks(), "hook") + ", " + count(bundle.agents(), "agent");
        }

        private static String count(List<?> things, String name) {
            return things.size() + " " + name + (things.size() == 1 ? "" : "s");
        }
    }

    @Command(
            name = "show",
            description =
                    "Prints every setting that is in force, with all includes and defaults; keys and passwords are hidden.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  carabiner bundle show default",
                "  carabiner bundle show .carabiner/bundle.yaml",
                "  carabiner bundle show --effective .carabiner/bundle.yaml    with where each setting comes from"
            })
    static final class ShowCommand implements Callable<Integer> {

        private final Surroundings here;

        @Parameters(paramLabel = "FILE|NAME", description = "A file, or the name of a built-in bundle such as default.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String bundle;

        @Option(
                names = "--effective",
                description =
                        "One setting a line, with the file and line that it comes from, and which overlays weaken a"
                                + " guard. Exit code: 1 if one does.")
        private boolean effective;

        ShowCommand(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() {
            AgentCatalog catalog = Bundles.catalog(here);
            BundleFiles files = Bundles.named(bundle, here);
            Bundle loaded = catalog.loader().load(files);
            Bundle inForce = Bundles.engine(loaded, catalog, here).bundle();
            if (effective) {
                return showOrigins(inForce, files, catalog);
            }
            ModuleSpec provider = inForce.providers().getFirst();
            here.out()
                    .println("# The provider in use is " + provider.module() + ", from "
                            + VisibleText.inOneLine(provider.at().toString()));
            here.out().print(VisibleText.escaped(BundleText.withoutSecrets(inForce)));
            return ExitCode.DONE;
        }

        private int showOrigins(Bundle inForce, BundleFiles files, AgentCatalog catalog) {
            List<EffectiveSetting> all = EffectiveSetting.of(inForce, SettingOrigins.of(files));
            int width = all.stream().mapToInt(it -> it.path().length()).max().orElse(0);
            for (EffectiveSetting one : all) {
                String line = one.path() + " ".repeat(width - one.path().length() + 2) + one.value();
                here.out()
                        .println(VisibleText.inOneLine(line) + "   "
                                + here.styles().dim(VisibleText.inOneLine(one.origin())));
            }
            List<Finding> weakened = new PolicyCheck(catalog.modules(), here.directory())
                    .of(files).stream()
                            .filter(it -> it.kind() == Finding.Kind.WEAKENED)
                            .filter(it -> it.severity() != Finding.Severity.NOTE)
                            .toList();
            weakened.forEach(it -> here.err().println(VisibleText.inOneLine(it.toString())));
            return weakened.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }
}
