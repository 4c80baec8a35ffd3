package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.program.ProgramTable;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
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

    /** What the system and the installers of toolchains put there to be read in, and nothing else. */
    private static final Pattern SETTINGS =
            Pattern.compile("/etc/(?:os|lsb)-release|~/\\.(?:nvm/nvm\\.sh|sdkman/bin/sdkman-init\\.sh|cargo/env)");

    private final Places places;
    private final Findings findings;
    private final ProgramTable table;
    private final Set<Path> written = new HashSet<>();
    private final Set<Path> cloned = new HashSet<>();
    private final Set<Path> links = new HashSet<>();
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
            throughLinks(effects);
            fetched(effects);
            if (effects.builds() && buildChanged) {
                findings.ask("runs a build whose settings it has just written");
            }
            for (Arg file : effects.writes()) {
                if (!effects.builds()) { // a compiler's program is the project's own
                    places.words(file, effects.command()).forEach(word -> written.add(places.canonical(word)));
                }
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

    /** Where a link of the same line leads is not seen when the line is judged. */
    private void throughLinks(Effects effects) {
        for (List<Arg> some : List.of(effects.writes(), effects.trees())) {
            for (Arg file : some) {
                boolean through = places.words(file, effects.command()).stream()
                        .anyMatch(word -> links.stream()
                                .anyMatch(link -> places.canonical(word).startsWith(link)));
                if (through) {
                    findings.ask("would write through a link that it has just made");
                }
            }
        }
        boolean makes = Regex.fits(effects.command().program(), "(.*/)?(ln|link)");
        if (makes && effects.reads().stream().anyMatch(it -> leadsOut(it, effects))) {
            for (Arg link : effects.writes()) {
                places.words(link, effects.command()).forEach(word -> links.add(places.canonical(word)));
            }
        }
    }

    private boolean leadsOut(Arg word, Effects effects) {
        return places.words(word, effects.command()).stream()
                .map(places::canonical)
                .anyMatch(it -> places.isRoot(it)
                        || !Workspace.isWithin(it, places.paths().workspace().root()));
    }

    /** A repository that the line itself clones holds programs that no person has read. */
    private void fetched(Effects effects) {
        boolean inside = effects.command().directories().stream()
                .anyMatch(it ->
                        cloned.stream().anyMatch(place -> places.canonical(it).startsWith(place)));
        if (inside && effects.builds() && !effects.command().program().equals("git")) {
            findings.unknown("runs a build of what it has just fetched");
        }
        List<String> words = effects.command().argv().stream().map(Arg::text).toList();
        if (words.size() > 2 && words.getFirst().equals("git") && words.contains("clone")) {
            String name = words.getLast().replaceFirst("/+$", "").replaceFirst("\\.git$", "");
            cloned.add(places.canonical(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1)));
            cloned.add(places.canonical(words.getLast()));
        }
    }

    /** With a tilde for the home directory of the person, however it is written. */
    private String fromHome(String text) {
        return places.paths().homes().stream()
                .map(home -> home + "/")
                .filter(text::startsWith)
                .findFirst()
                .map(home -> "~/" + text.substring(home.length()))
                .orElse(text.replaceFirst("^\\$HOME/", "~/"));
    }

    private static boolean program(Effects effects, String text) {
        return effects.command().argv().getFirst().text().equals(text);
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
        if (text.contains("://") || text.startsWith("data:") || Regex.fits(text, "[\\w-]+@[\\w./-]+")) {
            findings.ask("runs a file from another machine");
            return;
        }
        if (SETTINGS.matcher(fromHome(text)).matches() && !program(effects, text)) {
            return;
        }
        boolean program = program(effects, text);
        for (String word : places.words(script, effects.command())) {
            Path place = places.canonical(word);
            if (cloned.stream().anyMatch(place::startsWith)) {
                findings.unknown("runs a file that it has just fetched");
            }
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
