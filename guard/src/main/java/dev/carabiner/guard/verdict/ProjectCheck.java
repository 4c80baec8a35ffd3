package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.ProgramTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a sandbox around the working directory does not hold: files in it that other programs run later, outside, and changes
 * by which the project as a whole would be gone.
 */
final class ProjectCheck {

    /** What servers, editors, hooks and other agents run when they come across it. */
    private static final Pattern RUN_LATER = Pattern.compile(
            "(?i)(?:.*/)?(?:\\.github/(?:workflows|actions)/.+|\\.gitlab-ci\\.yml|\\.circleci/.+|\\.buildkite/.+|jenkinsfile|azure-pipelines\\.ya?ml"
                    + "|bitbucket-pipelines\\.yml|\\.travis\\.yml|\\.drone\\.yml|\\.woodpecker(?:\\.ya?ml|/.+)|\\.husky/.+|\\.envrc|\\.npmrc|\\.yarnrc(?:\\.yml)?|\\.pnpmfile\\.cjs"
                    + "|\\.vscode/(?:tasks|launch|settings)\\.json|\\.devcontainer(?:/.+|\\.json)|\\.gitmodules|\\.pre-commit-config\\.yaml|lefthook\\.yml"
                    + "|\\.claude/.+|\\.cursor/.+|\\.codex/.+|\\.gemini/.+|\\.mcp\\.json)");

    /** Locks that were left behind, and what git is told to ignore. */
    private static final Pattern OF_GIT =
            Pattern.compile("\\.git(?:/(?!(?:.*/)?[\\w.-]+\\.lock$|info/exclude$|COMMIT_EDITMSG$|[A-Z]+_MSG$).*)?");

    private static final String DELETES = "(.*/)?(g?rm|unlink|truncate|shred|srm)";
    private static final String OVERWRITES = "(.*/)?(g?cp|g?mv|ln|install|tee|dd)";

    /** Secrets of the project, and not the examples of them that it publishes. */
    private static final Pattern SETTINGS =
            Pattern.compile("(?:.*/)?\\.env(?:\\.(?!example|sample|template|dist|defaults?)[\\w.-]+)?");

    /** Directories of the home directory in which programs keep keys beside other things. */
    private static final Set<String> KEPT_IN =
            Set.of(".config", ".docker", ".local", ".local/share", ".cargo", ".gem", ".terraform.d", ".m2", "Library");

    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kKMGTPE]?)(?:i?B)?");
    private static final long MOST_BYTES = 20L << 30;

    private final Places places;
    private final Findings findings;

    ProjectCheck(Places places, Findings findings) {
        this.places = places;
        this.findings = findings;
    }

    void check(Effects effects) {
        ShellCommand command = effects.command();
        boolean git = ProgramTable.baseName(command.program()).startsWith("git");
        for (List<Arg> some : List.of(effects.writes(), effects.trees(), effects.moved())) {
            for (Arg file : some) {
                places.words(file, command).forEach(word -> named(word, git));
            }
        }
        effects.writes().forEach(file -> written(file, effects));
        effects.reads().forEach(file -> read(file, command));
        poured(effects);
        amount(command);
    }

    /** The words of a command but those by which find is told what to leave out: {@code -not -path './.git/*'}. */
    static List<Arg> meant(ShellCommand command) {
        List<Arg> words = command.arguments();
        if (!Regex.fits(command.program(), "(.*/)?g?find")) {
            return words;
        }
        List<Arg> meant = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean pattern = i > 0 && Regex.fits(words.get(i - 1).text(), "-(i?name|i?path|wholename)");
            boolean negated = pattern && i > 1 && Regex.fits(words.get(i - 2).text(), "-not|!");
            boolean pruned =
                    pattern && i + 1 < words.size() && words.get(i + 1).text().equals("-prune");
            if (!negated && !pruned) {
                meant.add(words.get(i));
            }
        }
        return meant;
    }

    /** A shell that takes it in runs on with it; everything else shows it. */
    private void read(Arg file, ShellCommand command) {
        boolean takesIn = Regex.fits(command.program(), "source|\\.");
        if (!takesIn && file.isLiteral() && SETTINGS.matcher(file.text()).matches()) {
            findings.ask("would show the settings of this machine (.env), keys among them");
        }
        for (String word : places.words(file, command)) {
            Path place = places.canonical(word);
            boolean holdsKeys = places.paths().homes().stream()
                    .anyMatch(home -> place.startsWith(home)
                            && KEPT_IN.contains(home.relativize(place).toString()));
            if (holdsKeys) {
                findings.ask("would read everything in a directory that holds keys");
            }
        }
    }

    /** {@code cp -r elsewhere/. .} */
    private void poured(Effects effects) {
        ShellCommand command = effects.command();
        boolean copies = Regex.fits(command.program(), "(.*/)?(cp|rsync)");
        boolean here = copies
                && effects.writes().stream()
                        .flatMap(it -> places.words(it, command).stream())
                        .anyMatch(it -> places.isRoot(places.canonical(it)));
        boolean all = here
                && effects.reads().stream()
                        .filter(it -> Regex.fits(it.text(), "(?s).*/\\.?"))
                        .flatMap(it -> places.words(it, command).stream())
                        .anyMatch(it -> !Workspace.isWithin(
                                places.canonical(it), places.paths().workspace().root()));
        if (all) {
            findings.unknown("would put files from elsewhere over the project's own");
        }
    }

    private void named(String word, boolean git) {
        if (word.isEmpty() || word.startsWith("-")) {
            return;
        }
        Path root = places.paths().workspace().root();
        for (Path place : places.places(word)) {
            String name =
                    Workspace.isWithin(place, root) ? root.relativize(place).toString() : "";
            if (RUN_LATER.matcher(name).matches()) {
                findings.ask("would change what others run later: a server, an editor, a hook, another agent");
            }
            if (!git && OF_GIT.matcher(name).matches()) {
                findings.ask("would change the repository behind the back of git");
            }
        }
    }

    /** The working directory's files at once: by a wildcard, or by names that a program or a file tells. */
    private void written(Arg file, Effects effects) {
        ShellCommand command = effects.command();
        boolean deletes = Regex.fits(command.program(), DELETES) || empties(command);
        boolean gentle = Regex.fits(command.program(), "(.*/)?(touch|chmod|mkdir|git|g?sed|perl[\\d.]*)") && !deletes;
        boolean wild = Holes.has(file.text(), Holes.NAME) || Holes.has(file.text(), Holes.NAMES);
        if (wild && !gentle) {
            places.words(file, command).stream()
                    .filter(this::isEverything)
                    .forEach(it -> findings.ask("would change every file of the working directory"));
        }
        if (wild && deletes) {
            places.words(file, command).stream()
                    .filter(this::isAllOfProject)
                    .forEach(it -> findings.ask("would delete or empty all files of a directory of the project"));
        }
        boolean takes = deletes || command.writes().contains(file) || Regex.fits(command.program(), OVERWRITES);
        if (takes && isOnlyHole(file) && !isTemporary(file)) {
            findings.ask("would empty or delete files whose names are not known");
        }
    }

    private boolean isAllOfProject(String word) {
        int slash = word.lastIndexOf('/');
        return slash > 0
                && isAll(word.substring(slash + 1))
                && places.places(word.substring(0, slash)).stream()
                        .anyMatch(it -> TreeCheck.isOfProject(
                                it, places.paths().workspace().root()));
    }

    private boolean isEverything(String word) {
        int slash = word.lastIndexOf('/');
        String name = word.substring(slash + 1);
        String above = slash < 0 ? "." : word.substring(0, slash);
        return isAll(name) && (places.isRoot(places.canonical(above)) || isEverything(above));
    }

    private static boolean isAll(String name) {
        return name.indexOf('*') >= 0 && name.chars().allMatch(c -> c == '*' || c == '?' || c == '.');
    }

    /** Whether sed or perl, told to change files in place, may leave nothing of what was in them. */
    private static boolean empties(ShellCommand command) {
        if (Regex.fits(command.program(), "(.*/)?perl[\\d.]*")) {
            return command.arguments().stream().noneMatch(it -> Regex.fits(it.text(), "s([/|#,]).+\\1.*\\1[gie]*;?"));
        }
        return Regex.fits(command.program(), "(.*/)?g?sed")
                && command.arguments().stream()
                        .anyMatch(it -> Regex.fits(
                                it.text(),
                                "(?s)[\\d,$\\s]*[dcDqQ]\\b.*|.*;[\\d,$\\s]*[dcDqQ]\\s*|s(.)\\^?\\.[*+]\\$?\\1.*"));
    }

    private static boolean isOnlyHole(Arg file) {
        return !file.text().isEmpty() && file.text().chars().allMatch(c -> c == Holes.ANY);
    }

    /** Whether it is the name that mktemp has just printed. */
    static boolean isTemporary(Arg file) {
        return !file.sources().isEmpty()
                && Regex.fits(file.text(), Holes.ANY + "(/\\w[\\w.-]*)*")
                && file.sources().stream().allMatch(it -> it.program().equals("mktemp"));
    }

    /** {@code head -c 100G /dev/zero}, {@code dd if=/dev/zero bs=1M count=1000000}. */
    private void amount(ShellCommand command) {
        if (!Set.of("dd", "head").contains(ProgramTable.baseName(command.program()))) {
            return;
        }
        long block = 512;
        long count = 0;
        List<Arg> words = command.arguments();
        for (int i = 0; i < words.size(); i++) {
            String text = words.get(i).text();
            if (text.startsWith("bs=")) {
                block = Math.max(1, bytes(text.substring(3)));
            } else if (text.startsWith("count=")) {
                count = bytes(text.substring(6));
            } else if (Regex.fits(text, "-c|--bytes") && i + 1 < words.size()) {
                count = bytes(words.get(i + 1).text());
                block = 1;
            } else if (Regex.fits(text, "(-c|--bytes=).+")) {
                count = bytes(text.replaceFirst("-c|--bytes=", ""));
                block = 1;
            }
        }
        if (count > MOST_BYTES / block) {
            findings.ask("would fill the disk");
        }
    }

    private static long bytes(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return 0;
        }
        int power =
                " KMGTPE".indexOf(size.group(2).isEmpty() ? " " : size.group(2).toUpperCase(java.util.Locale.ROOT));
        long unit = 1L << (10 * power);
        long count = Long.parseLong(size.group(1));
        return count > Long.MAX_VALUE / unit ? Long.MAX_VALUE : count * unit;
    }
}
