package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.program.ProgramTable;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Files that a command runs: those of the project as they were, and no others. */
final class ScriptCheck {

    /** Programs that projects bring along, by where they lie. */
    private static final Pattern BROUGHT = Pattern.compile(
            "(?:.*/)?(?:node_modules/\\.bin|\\.?venv\\w*/bin|env/bin|vendor/bin|bin|scripts?|tools|ci|\\.ci|hack|target/(?:debug|release)|build/install/[^/]+/bin|dev|\\.husky|\\.github/scripts)/[^/]+"
                    + "|(?:\\./)?(?:gradlew|mvnw|configure|manage\\.py|artisan|sbt|activator|Rakefile|autogen\\.sh|bootstrap)");

    /** What build tools take their orders from. */
    private static final Pattern BUILD_FILE = Pattern.compile(
            "(?:.*/)?(?:GNUmakefile|[Mm]akefile|package\\.json|pom\\.xml|.*\\.gradle(?:\\.kts)?|Cargo\\.toml|build\\.rs|setup\\.(?:py|cfg)|pyproject\\.toml"
                    + "|tox\\.ini|noxfile\\.py|conftest\\.py|CMakeLists\\.txt|[Rr]akefile|Gemfile|justfile|Taskfile\\.ya?ml|build\\.xml|build\\.sbt|go\\.mod|.*\\.mk|\\w+\\.config\\.[cm]?[jt]s)");

    private final Places places;
    private final Findings findings;
    private final ProgramTable table;
    private final Set<Path> written = new HashSet<>();
    private boolean downloads;
    private boolean buildChanged;

    ScriptCheck(Places places, Findings findings, ProgramTable table) {
        this.places = places;
        this.findings = findings;
        this.table = table;
    }

    void check(LineEffects line) {
        for (Effects effects : line.all()) {
            effects.scripts().forEach(script -> script(script, effects));
            if (effects.builds() && buildChanged) {
                findings.ask("runs a build whose settings it has just written");
            }
            for (Arg file : effects.writes()) {
                places.words(file, effects.command()).forEach(word -> written.add(places.canonical(word)));
                boolean edited = effects.command().program().equals("sed") || effects.builds();
                buildChanged |= !edited && BUILD_FILE.matcher(file.text()).matches();
            }
            downloads |= effects.usesNetwork() && Regex.fits(effects.command().program(), ".*(curl|wget).*");
            if (downloads) {
                effects.command()
                        .arguments()
                        .forEach(it -> written.add(
                                places.canonical(it.text().substring(it.text().lastIndexOf('/') + 1))));
            }
        }
    }

    private void script(Arg script, Effects effects) {
        String text = script.text();
        if (text.startsWith("/dev/") || text.equals("-") || text.isEmpty() || text.startsWith("-")) {
            return;
        }
        if (Places.isUnknown(script, effects.command()) || script.count() == Arg.Count.ANY) {
            findings.ask("runs a file that is not known");
            return;
        }
        if (text.contains("://")) {
            findings.ask("runs a file from another machine");
            return;
        }
        boolean program = effects.command().argv().getFirst().text().equals(text);
        for (String word : places.words(script, effects.command())) {
            Path place = places.canonical(word);
            if (written.contains(place)) {
                findings.ask("runs a file that it has just written");
            } else if (!Workspace.isWithin(place, places.paths().workspace().root())) {
                boolean module = !program
                        && !text.startsWith("/")
                        && !text.startsWith(".")
                        && !text.startsWith("~")
                        && text.indexOf('/') < 0;
                if (!module) {
                    findings.ask("runs a file outside the working directory");
                }
            } else if (program
                    && !BROUGHT.matcher(text).matches()
                    && !Regex.fits(text, ".*\\.(sh|bash|py|js|mjs|ts|rb|pl|php)")) {
                boolean wrapper = table.knows(text) && Regex.fits(text, "\\./(gradlew|mvnw|sbt|configure)");
                if (!wrapper) {
                    findings.unknown("runs a program of the project");
                }
            }
        }
    }
}
