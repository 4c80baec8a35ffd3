package dev.carabiner.guard.verdict;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.Regex;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.ProcessSecrets;
import dev.carabiner.guard.path.ProtectedPaths;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which files the words of a command lead to, and whether they may be read and written. */
final class FileCheck {

    /** Of the settings that decide what an agent may do, and of what git runs. */
    private static final List<String> OWN_FILES =
            List.of(".carabiner", "/**/.git/hooks", "/**/.git/config", "/etc/carabiner");

    /** What shells, git and ssh read first, where anything may be named that is then run. */
    private static final List<String> START_UP = List.of(
            "~/.bashrc",
            "~/.bash_*",
            "~/.profile",
            "~/.zshrc",
            "~/.zshenv",
            "~/.zprofile",
            "~/.zlogin",
            "~/.gitconfig",
            "~/.config/git",
            "~/.config/fish",
            "~/.config/autostart",
            "~/.config/systemd",
            "~/.ssh",
            "~/.inputrc",
            "~/.vimrc",
            "~/.npmrc",
            "~/.pypirc",
            "~/.m2/settings.xml",
            "~/.cargo/config",
            "~/.cargo/config.toml",
            "~/.local/bin",
            "~/bin",
            "~/Library/LaunchAgents",
            "/etc");

    private static final List<String> SECRETS = List.of(
            "~/.ssh",
            "~/.netrc",
            "~/.aws",
            "~/.azure",
            "~/.config/gcloud",
            "~/.config/gh",
            "~/.kube",
            "~/.docker/config.json",
            "~/.gnupg",
            "~/.pgpass",
            "~/.my.cnf",
            "~/.git-credentials",
            "~/.config/git/credentials",
            "~/.npmrc",
            "~/.pypirc",
            "~/.vault-token",
            "~/.config/op",
            "~/.password-store",
            "~/.local/share/keyrings",
            "~/Library/Keychains",
            "~/.terraform.d/credentials.tfrc.json",
            "~/.bash_history",
            "~/.zsh_history",
            "~/.mozilla",
            "~/.config/google-chrome",
            "~/.config/chromium",
            "~/.cargo/credentials",
            "~/.cargo/credentials.toml",
            "~/.m2/settings-security.xml",
            "~/.gem/credentials",
            "~/.config/hub",
            "~/.heroku",
            "~/.boto",
            "~/.s3cfg",
            "~/.config/rclone",
            "~/.carabiner/keys",
            "/etc/shadow",
            "/etc/gshadow",
            "/etc/sudoers",
            "/etc/ssh",
            "/etc/ssl/private",
            "/var/run/secrets",
            "/run/secrets",
            "/etc/kubernetes",
            "id_rsa",
            "id_ed25519",
            "id_ecdsa",
            "id_dsa",
            ".netrc",
            ".git-credentials",
            ".pgpass");

    private static final Pattern STREAM = Pattern.compile(
            "-|/dev/(null|stdout|stderr|stdin|tty|zero|full|u?random|fd/.*|shm/.*|pts/.*)|/dev/tcp/.*|/dev/udp/.*");
    private static final Set<String> STREAMS =
            Set.of("null", "stdout", "stderr", "stdin", "tty", "fd", "zero", "full", "random", "urandom");

    /** A path that is a word, the value of an option, or behind a sign such as {@code @}. */
    private static final Pattern NAMED = Pattern.compile("(?:[^\\s/~]*[=@:,]|-\\w)?((?:~|/|\\.\\./)\\S*)");

    /** Programs that open none of the files that they are told of. */
    private static final String PRINTS =
            "echo|printf|ls|dir|tree|stat|test|\\[|\\[\\[|realpath|readlink|basename|dirname|file|du|which|find|cd|pushd|command|type";

    private static final int LONGEST_NAME = 4_000;

    private final ProtectedPaths ownFiles;
    private final ProtectedPaths startUp;
    private final ProtectedPaths credentials;
    private final ProcessSecrets processes;
    private final PathWords paths;

    FileCheck(PathWords paths) {
        this.paths = paths;
        this.ownFiles = new ProtectedPaths(paths, OWN_FILES);
        this.startUp = new ProtectedPaths(paths, START_UP);
        this.credentials = new ProtectedPaths(paths, SECRETS);
        this.processes = new ProcessSecrets(paths);
    }

    void check(Effects effects, Places places, Findings findings) {
        ShellCommand command = effects.command();
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
        if (!Regex.fits(command.program(), PRINTS)) {
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
        Path secret = credentials.touched(places.places(path));
        if (secret != null
                && !secret.toString().endsWith(".pub")
                && !secret.toString().endsWith("known_hosts")) {
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
        Path own = ownFiles.touched(places.places(path));
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
        if (Regex.fits(file.text(), "/dev/(tcp|udp)/.*")) {
            findings.ask("would open a connection that anything can go through");
            findings.usesNetwork();
        }
        if (STREAM.matcher(file.text()).matches() || file.text().isEmpty() || ProjectCheck.isTemporary(file)) {
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
        boolean device = places.places(word).stream().anyMatch(FileCheck::isDevice);
        if (device) {
            findings.deny("would write to a device");
            return;
        }
        repository(word, places, findings);
        Path starting = startUp.touched(places.places(word));
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
        if (Regex.fits(file.text(), "/dev/(tcp|udp)/.*")) {
            findings.ask("would open a connection that anything can go through");
            findings.usesNetwork();
        }
        endless(file, effects, findings);
        if (STREAM.matcher(file.text()).matches()
                || file.text().isEmpty()
                || file.text().length() > 4_000) {
            return;
        }
        boolean anything = Holes.has(file.text(), Holes.ANY);
        if (anything && effects.touches().isEmpty()) {
            findings.unknown("would read a file that is not known");
        }
        for (String word : places.words(file, effects.command())) {
            if (processes.reachedBy(starred(file.text()), true, places::places)
                    || processes.reachedBy(word, true, places::places)) {
                findings.deny(ofProcesses());
            }
            secret(word, places, findings);
            if (places.places(word).stream().anyMatch(FileCheck::isDisk)) {
                findings.ask("would read a device");
            }
            Path place = places.canonical(word);
            if (paths.workspace().isRecord(place)
                    || Regex.fits(place.toString(), ".*/\\.carabiner/(keys?|sessions|.*\\.key)(/.*)?")) {
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
        boolean bounded = effects.command().arguments().stream()
                        .anyMatch(it ->
                                it.text().startsWith("count=") || it.text().startsWith("-c"))
                || effects.writes().stream().allMatch(it -> it.text().equals("/dev/null"));
        if (Regex.fits(file.text(), "/dev/(zero|full|u?random)") && !bounded) {
            findings.ask("would write without end");
        }
    }

    private static String starred(String text) {
        StringBuilder starred = new StringBuilder();
        text.chars().forEach(c -> starred.append(Holes.isHole(c) ? '*' : (char) c));
        return starred.toString();
    }

    private static String ofProcesses() {
        return "would read what processes were started with or hold in memory, keys among it (/proc/…/environ,"
                + " /proc/…/mem)";
    }

    private static boolean isDevice(Path place) {
        if (place.startsWith("/proc/sys") || place.startsWith("/proc/sysrq-trigger") || place.startsWith("/sys")) {
            return true;
        }
        boolean device = place.getNameCount() > 1
                && Workspace.sameName(place.getName(0).toString(), "dev")
                && !place.startsWith("/dev/shm")
                && !place.startsWith("/dev/pts");
        return device && !STREAMS.contains(place.getName(1).toString());
    }

    private static boolean isDisk(Path place) {
        return Regex.fits(
                place.toString(), "/dev/(sd|hd|vd|xvd|nvme|mmcblk|dm-|mapper|loop|disk|mem|kmem|port|sr)[^/]*(/.*)?");
    }

    boolean ofProcesses(String text) {
        return ProcessSecrets.areIn(text);
    }

    /** Whether a text of another language names what must not be touched. */
    static boolean namesOwn(String text) {
        return Regex.fits(text, "(?s).*(\\.carabiner|\\.git/hooks|\\.git/config)\\b.*");
    }
}
