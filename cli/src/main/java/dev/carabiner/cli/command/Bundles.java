package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ProjectSearch;
import dev.carabiner.engine.bundle.ProjectTrust;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.nio.file.Files;
import java.nio.file.Path;

/** How commands find bundles. */
final class Bundles {

    private Bundles() {}

    /** A file if it looks like one, else a built-in one: no file that a project brings along can take its place. */
    static BundleFiles named(String fileOrName, Surroundings here) {
        Path file = here.resolve(Path.of(fileOrName));
        boolean looksLikeFile = fileOrName.contains("/")
                || fileOrName.startsWith(".")
                || fileOrName.endsWith(".yaml")
                || fileOrName.endsWith(".yml");
        if (looksLikeFile) {
            if (!Files.isRegularFile(file)) {
                throw CommandException.failed(
                        Files.exists(file)
                                ? file + " is no file; expected a bundle in YAML"
                                : "There is no file " + file);
            }
            return BundleFiles.read(file);
        }
        return BundleFiles.builtIn(fileOrName);
    }

    /** What is installed. A module that is broken is told, and the others work. */
    static AgentCatalog catalog(Surroundings here) {
        AgentCatalog catalog = AgentCatalog.installed();
        catalog.modules().problems().forEach(problem -> warn(problem, here));
        return catalog;
    }

    /** What a bundle mounts. What its user should know about it is told on the error stream. */
    static Engine engine(Bundle bundle, AgentCatalog catalog, Surroundings here) {
        return Engine.builder()
                .catalog(catalog.modules())
                .approvalsIn(approvals(here))
                .environment(here.environment()::get)
                .display(message -> warn(message.text(), here))
                .with(bundle);
    }

    static void warn(String text, Surroundings here) {
        here.err().println(here.styles().yellow("carabiner: warning: ") + VisibleText.inOneLine(text));
    }

    /** Where approvals and rules are kept unless a bundle names another place. */
    static Path approvals(Surroundings here) {
        return here.ownDirectory().resolve("approvals.db");
    }

    static Lockdown lockdown(Surroundings here) {
        return Lockdown.at(here.home());
    }

    /** The project that a directory belongs to, or the directory itself. */
    static Path projectOf(Path directory, Surroundings here) {
        return ProjectSearch.projectOf(directory, here.home());
    }

    static ProjectTrust trust(Surroundings here) {
        return new ProjectTrust(here.ownDirectory().resolve("trust"));
    }
}
