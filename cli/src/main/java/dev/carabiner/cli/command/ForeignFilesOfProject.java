package dev.carabiner.cli.command;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.Dialects;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookKeys;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.Trust;
import dev.carabiner.event.EventData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hooks for other agents that a project brings along. They run only if the user says so and trusts them. */
final class ForeignFilesOfProject {

    private ForeignFilesOfProject() {}

    /** The dialect of that name. */
    static Dialect dialect(String name) {
        try {
            return Dialects.named(name);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--foreign: " + e.getMessage());
        }
    }

    /** A bundle with the hooks that were asked for and are trusted. What is left out is told, in a line. */
    static ChosenBundle added(ChosenBundle chosen, RunOptions options, Surroundings here) {
        Path project = Bundles.projectOf(options.directory(), here);
        Bundle bundle = chosen.bundle();
        List<Path> files = new ArrayList<>(chosen.files());
        for (String name : options.foreign()) {
            Dialect dialect = dialect(name);
            List<String> places = dialect.projectFiles();
            switch (Bundles.trust(here).foreign(project, places)) {
                case Trust.NoBundle none ->
                    tell(
                            "There is no " + String.join(", ", places) + "; --foreign " + name + " takes nothing along",
                            here);
                case Trust.Untrusted untrusted ->
                    tell(
                            untrusted.file() + (untrusted.changed() ? " has changed since it was" : " is not")
                                    + " trusted, so its hooks are left out; decide with 'carabiner trust --foreign "
                                    + name
                                    + "'",
                            here);
                case Trust.Trusted trusted -> {
                    bundle = bundle.withHook(hook(dialect, project, places));
                    trusted.files().texts().keySet().forEach(file -> files.add(project.resolve(file)));
                }
            }
        }
        leftOut(project, options.foreign(), here);
        return new ChosenBundle(bundle, List.copyOf(files));
    }

    private static HookSpec hook(Dialect dialect, Path project, List<String> places) {
        List<String> files = places.stream()
                .map(project::resolve)
                .filter(Files::exists)
                .map(Path::toString)
                .toList();
        return new HookSpec(
                "foreign-hooks",
                EventData.of("dialect", dialect.name(), "files", files, "project", project.toString()),
                SectionValues.NONE.with(HookKeys.NAME, "foreign-" + dialect.name()),
                new Position("--foreign", 1));
    }

    /** Files of the project that were not asked for. Most projects have none. */
    private static void leftOut(Path project, List<String> taken, Surroundings here) {
        for (Dialect dialect : Dialects.all()) {
            List<String> there = dialect.projectFiles().stream()
                    .filter(it -> !taken.contains(dialect.name()) && hasHooks(project.resolve(it)))
                    .toList();
            if (!there.isEmpty()) {
                tell(
                        "The hooks of " + String.join(", ", there) + " are left out; take them along with --foreign "
                                + dialect.name(),
                        here);
            }
        }
    }

    private static boolean hasHooks(Path file) {
        try {
            return Files.isDirectory(file)
                    || (Files.isRegularFile(file)
                            && Files.size(file) < 4 * 1024 * 1024
                            && Files.readString(file).contains("\"hooks\""));
        } catch (java.io.IOException e) {
            return true; // it cannot be read, and so it was left out
        }
    }

    private static void tell(String line, Surroundings here) {
        here.err().println(here.styles().yellow("carabiner: ") + VisibleText.inOneLine(line));
    }
}
