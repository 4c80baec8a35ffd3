package dev.carabiner.guard.verdict;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Input;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProcessSecrets;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which files the words of a command lead to, and whether they may be read and written. */
final class FileCheck {

    /** A path that is a word, the value of an option, or behind a sign such as {@code @}. */
    private static final Pattern NAMED = Pattern.compile("(?:[^\\s/~]*[=@:,]|-\\w)?((?:~|/|\\.\\./)\\S*)");

    /** Programs that open none of the files that they are told of. */
    private static final Set<String> PRINTS = Set.of(
            ("echo printf ls dir tree stat test [ [[ realpath readlink basename dirname file du which find cd pushd"
                            + " command type")
                    .split(" ", -1));

    /** Programs that go on as long as something comes. */
    private static final String PASSES_ON =
            "(.*/)?(cat|tee|tr|base64|base32|gzip|bzip2|xz|zstd|lz4|pigz|split|sponge|dd|sed|rev|nl|paste|od|xxd|hexdump|sort|tac|tail|uniq|cut|fold|fmt|expand|unexpand|[efg]?grep|[gm]?awk|iconv|column|shuf|strings)";

    /** These write nothing before their input has ended. */
    private static final String KEEPS_ALL = "(.*/)?(sort|tac|shuf|sponge|column)";

    private static final String ENDS = "count=.*|-[cN]\\d+|-N|-m\\d*|--max-count.*|(?s).*\\bexit\\b.*|\\d+q";

    private static final int LONGEST_NAME = 4_000;

    private final SensitiveFiles sensitive;
    private final ProcessSecrets processes;
    private final PathWords paths;

    FileCheck(PathWords paths) {
        this.paths = paths;
        this.sensitive = new SensitiveFiles(paths);
        this.processes = new ProcessSecrets(paths);
    }

    void check(Effects effects, Places places, Findings findings) {
        ShellCommand command = effects.command();
        if (pouredWithoutEnd(effects)) {
            findings.ask("would write without end");
        }
        effects.writes().forEach(it -> written(it, effects, places, findings));
        effects.reads().forEach(it -> read(it, effects, places, findings));
        effects.scripts().forEach(it -> read(it, effects, places, findings));
        for (Arg listed : effects.lists()) {
            places.words(listed, command).forEach(word -> {
                if (processes.reachedBy(word, false, places::places)) {
                    findings.deny(ofProcesses());
                }
            });
        }
        if (!effects.looksOnly()) {
            ProjectCheck.meant(command).forEach(it -> touched(it, effects, places, findings));
        }
        effects.touches().forEach(it -> read(it, effects, places, findings));
        if (!PRINTS.contains(command.program())) {
            command.arguments().forEach(it -> named(it, effects, places, findings));
        }
        for (Arg gone : effects.trees()) {
            places.words(gone, command).forEach(word -> repository(word, places, findings));
        }
        for (Arg gone : effects.moved()) {
            places.words(gone, command).forEach(word -> repository(word, places, findings));
        }
    }

    /** Whatever a program does with the name of a key, it is asked about: {@code --from-file=~/.ssh/id_rsa}. */
    private void named(Arg word, Effects effects, Places places, Findings findings) {
        String text = word.text();
        if (text.length() > LONGEST_NAME || (text.indexOf('/') < 0 && text.indexOf('~') < 0)) {
            return;
        }
        Matcher name = NAMED.matcher(text);
        if (!name.matches()) {
            return;
        }
        for (String path : places.words(word.withText(name.group(1)), effects.command())) {
            secret(path, places, findings);
        }
    }

    private void secret(String path, Places places, Findings findings) {
        Path secret = sensitive.secret(places.places(path));
        if (secret != null) {
            findings.ask("would read keys, credentials or tokens (" + VisibleText.inOneLine(secret.toString()) + ")");
            findings.readsSecret(secret);
        }
    }

    /** Any word of a command that does more than look may be a file that it changes. */
    private void touched(Arg word, Effects effects, Places places, Findings findings) {
        if (word.text().length() > 4_000 || word.text().indexOf('\n') >= 0) {
            return;
        }
        for (String path : places.words(word, effects.command())) {
            own(path, places, findings);
        }
    }

    private void own(String path, Places places, Findings findings) {
        Path own = sensitive.own(places.places(path));
        if (own != null) {
            findings.deny("would reach the settings that decide what an agent may do (.carabiner, .git)");
            findings.writesProtected(own);
        }
    }

    private void repository(String word, Places places, Findings findings) {
        for (Path place : places.places(word)) {
            if (Workspace.sameName(String.valueOf(place.getFileName()), ".git")
                    && places.isRoot(place.getParent() == null ? place : place.getParent())) {
                findings.deny("would reach the settings that decide what an agent may do (.carabiner, .git)");
            }
        }
    }

    private void written(Arg file, Effects effects, Places places, Findings findings) {
        if (Devices.isConnection(file.text())) {
            findings.ask("would open a connection that anything can go through");
            findings.usesNetwork();
        }
        if (Devices.isStream(file.text()) || file.text().isEmpty() || ProjectCheck.isTemporary(file)) {
            return;
        }
        boolean git = file.text().equals(".git/config");
        if (Places.isUnknown(file, effects.command()) && file.sources().isEmpty()) {
            findings.unknown("would write to a place that is not known");
        } else if (Places.isUnknown(file, effects.command())) {
            findings.unknown("would write to a place that a program prints");
        }
        for (String word : places.words(file, effects.command())) {
            if (git && effects.command().program().equals("git")) {
                findings.writesProtected(places.canonical(word));
                continue;
            }
            own(word, places, findings);
            target(word, places, findings);
        }
    }

    private void target(String word, Places places, Findings findings) {
        boolean device = places.places(word).stream().anyMatch(Devices::isDevice);
        if (device) {
            findings.deny("would write to a device");
            return;
        }
        repository(word, places, findings);
        Path starting = sensitive.startUp(places.places(word));
        if (starting != null) {
            findings.ask("would change what is run when you log in or use git or ssh");
            findings.writesProtected(starting);
        }
        Path outside = places.outside(word);
        if (outside != null) {
            findings.ask(
                    "would write " + VisibleText.inOneLine(outside.toString()) + ", outside the working directory");
            findings.writesOutside(outside);
        }
    }

    private void read(Arg file, Effects effects, Places places, Findings findings) {
        if (Devices.isConnection(file.text())) {
            findings.ask("would open a connection that anything can go through");
            findings.usesNetwork();
        }
        endless(file, effects, findings);
        if (Devices.isStream(file.text())
                || file.text().isEmpty()
                || file.text().length() > 4_000) {
            return;
        }
        boolean anything = Holes.has(file.text(), Holes.ANY);
        if (anything && effects.touches().isEmpty()) {
            findings.unknown("would read a file that is not known");
        }
        String starred = starred(file.text());
        for (String word : places.words(file, effects.command())) {
            if (processes.reachedBy(word, true, places::places)
                    || (!starred.equals(word) && processes.reachedBy(starred, true, places::places))) {
                findings.deny(ofProcesses());
            }
            secret(word, places, findings);
            if (places.places(word).stream().anyMatch(Devices::isDisk)) {
                findings.ask("would read a device");
            }
            Path place = places.canonical(word);
            if (paths.workspace().isRecord(place) || isKeyOfSessions(place.toString())) {
                findings.deny("would read the records or keys of sessions");
            }
            boolean wide = places.isHomeOrAbove(place)
                    && !places.isRoot(place)
                    && word.indexOf('*') < 0
                    && !word.startsWith("-");
            if (wide && !word.isEmpty() && !anything) {
                findings.ask(
                        "would read everything below " + VisibleText.inOneLine(place.toString()) + ", keys among it");
            }
        }
    }

    /** What never ends fills the disk, unless it is said how much is taken. */
    private static void endless(Arg file, Effects effects, Findings findings) {
        if (!Devices.isEndless(file.text())) {
            return;
        }
        boolean bounded = effects.command().arguments().stream()
                        .anyMatch(it ->
                                it.text().startsWith("count=") || it.text().startsWith("-c"))
                || effects.writes().stream().allMatch(it -> it.text().equals("/dev/null"));
        if (!bounded) {
            findings.ask("would write without end");
        }
    }

    /** A stream that never ends, taken as it comes and kept. */
    private static boolean pouredWithoutEnd(Effects effects) {
        ShellCommand command = effects.command();
        boolean kept = effects.writes().stream().anyMatch(it -> !Regex.fits(it.text(), "/dev/\\w+"));
        return neverEnds(command) && (kept || Regex.fits(command.program(), KEEPS_ALL));
    }

    private static boolean passesOnWithoutEnd(ShellCommand command) {
        return Regex.fits(command.program(), PASSES_ON)
                && command.arguments().stream().noneMatch(it -> Regex.fits(it.text(), ENDS))
                && command.input() instanceof Input.Pipe(List<ShellCommand> producers)
                && producers.stream().anyMatch(FileCheck::neverEnds);
    }

    private static boolean neverEnds(ShellCommand command) {
        if (passesOnWithoutEnd(command)) {
            return true;
        }
        List<String> words = command.arguments().stream().map(Arg::text).toList();
        return switch (command.program()) {
            case "yes" -> true;
            case "seq" -> words.stream().anyMatch(it -> Regex.fits(it, "inf(inity)?|\\d{9,}"));
            case "shuf" ->
                words.stream().anyMatch(it -> Regex.fits(it, "-\\w*r\\w*|--repeat"))
                        && words.stream().noneMatch(it -> Regex.fits(it, "-\\w*n.*|--head-count.*"));
            default ->
                words.stream().anyMatch(Devices::isEndless)
                        && words.stream().noneMatch(it -> Regex.fits(it, "count=.*|-[cnN].*"));
        };
    }

    private static boolean isKeyOfSessions(String path) {
        return path.contains("/.carabiner/") && Regex.fits(path, ".*/\\.carabiner/(keys?|sessions|.*\\.key)(/.*)?");
    }

    private static String starred(String text) {
        if (!Holes.areIn(text)) {
            return text;
        }
        StringBuilder starred = new StringBuilder();
        text.chars().forEach(c -> starred.append(Holes.isHole(c) ? '*' : (char) c));
        return starred.toString();
    }

    private static String ofProcesses() {
        return "would read what processes were started with or hold in memory, keys among it (/proc/…/environ,"
                + " /proc/…/mem)";
    }
}
