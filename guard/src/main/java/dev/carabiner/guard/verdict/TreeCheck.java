package dev.carabiner.guard.verdict;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.ProgramTable;
import dev.carabiner.guard.verdict.CommandVerdict.Severity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** What a command deletes, changes or moves with all that is below it. */
final class TreeCheck {

    /** What builds, tools and tests make, and make again. */
    private static final Pattern MADE = Pattern.compile(
            "(?i)build|target|dist|out|output|bin|obj|node_modules|\\.?v?env|__pycache__|tmp|temp|te?mp[-_.].*|logs?|generated|gen|pkg|release|debug"
                    + "|coverage|htmlcov|reports?|site|_site|public|storybook-static|deriveddata|pods|cdk\\.out|classes|artifacts?|test-results|playwright-report"
                    + "|cache|\\.[\\w.-]*cache|\\.(?:gradle|tox|nox|next|nuxt|turbo|nyc_output|parcel-cache|svelte-kit|angular|eggs|terraform|dart_tool|build|bundle|serverless|output|vite|astro|docusaurus|idea|vs|coverage)"
                    + "|.*\\.egg-info|.*-build|build-.*|cmake-build-.*|.*\\.(?:dSYM|xcarchive)|_build|deps|elm-stuff|bower_components|jspm_packages|vendor");

    private final Places places;
    private final Findings findings;

    TreeCheck(Places places, Findings findings) {
        this.places = places;
        this.findings = findings;
    }

    void check(Effects effects) {
        for (Arg tree : effects.trees()) {
            if (Places.isUnknown(tree, effects.command())) {
                findings.ask("would delete or change a directory that is not known");
            }
            if (Holes.has(tree.text(), Holes.HOME_OF) && tree.text().indexOf('/') < 0) {
                findings.deny("would reach everything below a home directory");
            }
            if (Holes.has(tree.text(), Holes.NAMES)) {
                findings.ask("would delete or change whatever is found");
                continue;
            }
            places.words(tree, effects.command()).forEach(word -> tree(word, effects));
        }
        for (Arg moved : effects.moved()) {
            places.words(moved, effects.command()).forEach(word -> moved(word, effects));
        }
    }

    private void tree(String target, Effects effects) {
        String directory = directory(target);
        Path place = places.canonical(directory);
        String shown = VisibleText.inOneLine(place.toString());
        boolean emptyOnly = !effects.lists().isEmpty() && effects.isFiltered();
        if (places.isRoot(place)) {
            if (emptyOnly) {
                return;
            }
            if (effects.isFiltered()) {
                findings.ask("would take whatever it finds in the working directory");
            } else {
                boolean deletes =
                        ProgramTable.baseName(effects.command().program()).equals("rm");
                findings.add(
                        Severity.DENY,
                        "would reach everything in the working directory",
                        deletes ? "git clean -n -d" : "");
            }
        } else if (places.isTooMuch(place)
                || places.places(directory).stream().anyMatch(places::isTooMuch)
                || places.places(target).stream().anyMatch(places::isTooMuch)) {
            findings.deny("would reach everything below " + shown);
        } else if (!places.isOurs(place, target)) {
            findings.ask("would reach everything below " + shown + ", outside the working directory");
            findings.writesOutside(place);
        } else if (deletes(effects) && places.places(target).stream().anyMatch(this::isOfProject)) {
            findings.ask("would delete a directory of the project, which no build makes again");
        }
    }

    private boolean leavesProject(Effects effects) {
        return effects.writes().stream()
                .flatMap(it -> places.words(it, effects.command()).stream())
                .anyMatch(it -> !places.canonical(it)
                        .startsWith(places.paths().workspace().root()));
    }

    private static boolean deletes(Effects effects) {
        String program = ProgramTable.baseName(effects.command().program());
        boolean forced =
                effects.command().arguments().stream().anyMatch(it -> Regex.fits(it.text(), "-\\w*f\\w*|--force"));
        return Regex.fits(program, "g?rm|rimraf|shx|g?find|bfs|rsync|zip|tar|7z\\w*")
                || (program.equals("git") && forced);
    }

    /** A directory that is there, and that no build makes again. */
    private boolean isOfProject(Path place) {
        return isOfProject(place, places.paths().workspace().root());
    }

    static boolean isOfProject(Path place, Path root) {
        boolean made = !place.startsWith(root);
        for (Path name : made ? place : root.relativize(place)) {
            made |= MADE.matcher(name.toString()).matches();
        }
        return !made && Files.isDirectory(place);
    }

    private void moved(String source, Effects effects) {
        Path place = places.canonical(directory(source));
        if (!places.isRoot(place) && places.places(source).stream().anyMatch(places::isTooMuch)) {
            findings.deny("would move what others are in");
        } else if (source.equals(".") || source.equals("..") || source.equals("/")) {
            findings.deny("would move what others are in");
        } else if (places.isRoot(place)) {
            findings.ask("would move everything in the working directory");
        } else if (!places.isOurs(place, source)) {
            findings.ask("would move what is outside the working directory");
            findings.writesOutside(place);
        } else if (isOfProject(place) && leavesProject(effects)) {
            findings.ask("would move a directory out of the project");
        }
    }

    /** What a star at the end is in. */
    private static String directory(String target) {
        String left = target;
        while (left.indexOf('/') >= 0 && isAll(left.substring(left.lastIndexOf('/') + 1))) {
            left = left.substring(0, left.lastIndexOf('/'));
        }
        boolean here = left.indexOf('*') >= 0 && isAll(left);
        return here ? "." : left.isEmpty() && !target.isEmpty() ? "/" : left;
    }

    /** Whether a name stands for all there are, or for the directory itself. */
    private static boolean isAll(String name) {
        return name.isEmpty()
                || name.equals(".")
                || (name.indexOf('*') >= 0 && name.chars().allMatch(c -> c == '*' || c == '?' || c == '.'));
    }
}
