package dev.carabiner.guard.shell;

import static dev.carabiner.guard.shell.KnownPrograms.words;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is dangerous about one command, whoever asks for it. Made for one line, of which it remembers the places. */
final class Dangers {

    private static final Set<String> FORMATTING = words("mkfs mke2fs mkswap wipefs blkdiscard sgdisk sfdisk badblocks");
    private static final Set<String> STREAMS = words("null stdout stderr stdin tty fd zero full");
    private static final Set<String> WRITING =
            words("dd cp mv tee install shred ln truncate rsync sponge pv ddrescue parted cryptsetup");

    private static final Set<String> ENDING = words("shutdown reboot halt poweroff");

    private static final Set<String> SYSTEM = words("usr etc bin sbin lib lib32 lib64 boot system library");
    private static final List<String> TEMPORARY =
            List.of("/tmp", "/var/tmp", System.getProperty("java.io.tmpdir", "/tmp"));

    private final PathWords paths;
    private final Map<String, Set<Path>> known = new HashMap<>();
    private final Map<String, Path> directories = new HashMap<>();

    Dangers(PathWords paths) {
        this.paths = paths;
    }

    @Nullable
    Finding of(SimpleCommand command) {
        Finding found = byName(command);
        return found == null ? byName(resolved(command)) : found;
    }

    /** A link to a program is that program. */
    private SimpleCommand resolved(SimpleCommand command) {
        if (command.argv().isEmpty() || command.argv().getFirst().indexOf('/') < 0) {
            return command;
        }
        List<String> argv = new ArrayList<>(command.argv());
        argv.set(0, paths.canonical(argv.getFirst()).toString());
        return new SimpleCommand(argv, command.writes(), command.reads(), command.joint());
    }

    private @Nullable Finding byName(SimpleCommand command) {
        List<Finding> found = new ArrayList<>();
        for (Finding one :
                Arrays.asList(recursion(command), moving(command), device(command), ending(command), ofGit(command))) {
            if (one != null) {
                found.add(one.denied() ? 0 : found.size(), one);
            }
        }
        return found.isEmpty() ? null : found.getFirst();
    }

    private @Nullable Finding recursion(SimpleCommand command) {
        Finding found = null;
        for (String target : Trees.of(command)) {
            String directory = directory(target);
            Path place = directories.computeIfAbsent(
                    directory, it -> paths.canonical(paths.withHomes(it).getFirst()));
            if (place.equals(paths.workspace().root())) {
                if (!Trees.isFiltered(command)) {
                    return Finding.deny("would reach everything in the working directory")
                            .instead(command.program().equals("rm") ? "git clean -n -d" : "");
                }
                found = Finding.ask("would take whatever it finds in the working directory");
                continue;
            }
            String shown = VisibleText.inOneLine(place.toString());
            if (isSomebodysHome(directory)
                    || isTooMuch(place)
                    || places(directory).stream().anyMatch(this::isTooMuch)
                    || places(target).stream().anyMatch(this::isTooMuch)) {
                return Finding.deny("would reach everything below " + shown);
            }
            if (!isOurs(place)) {
                found = Finding.ask("would reach everything below " + shown + ", outside the working directory");
            }
        }
        return found;
    }

    private @Nullable Finding moving(SimpleCommand command) {
        return Trees.moved(command).stream()
                        .anyMatch(source -> places(source).stream().anyMatch(this::isTooMuch))
                ? Finding.deny("would move what others are in")
                : null;
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

    private static boolean isSomebodysHome(String target) {
        return target.startsWith("~") && target.indexOf('/') < 0;
    }

    /** The root, what the system is made of, the home directories, and whatever they and the working directory lie in. */
    private boolean isTooMuch(Path place) {
        boolean system = place.getNameCount() == 1
                || (place.getNameCount() == 2
                        && SYSTEM.contains(Workspace.folded(place.getName(0).toString())));
        return place.getNameCount() == 0
                || (system && Files.isDirectory(place) && !isOurs(place))
                || Workspace.isWithin(paths.workspace().root(), place)
                || paths.homes().stream().anyMatch(home -> Workspace.isWithin(home, place));
    }

    /** In the working directory, or somewhere that is cleared anyway. */
    private boolean isOurs(Path place) {
        return Workspace.isWithin(place, paths.workspace().root())
                || (place.getNameCount() > 1
                        && TEMPORARY.stream().anyMatch(it -> Workspace.isWithin(place, paths.canonical(it))));
    }

    private Set<Path> places(String word) {
        return known.computeIfAbsent(word, paths::places);
    }

    private @Nullable Finding device(SimpleCommand command) {
        String program = command.program();
        if (FORMATTING.contains(program) || program.startsWith("mkfs.")) {
            return Finding.deny("would format a disk");
        }
        List<String> written = WRITING.contains(program) ? command.words() : command.writes();
        for (String word : written) {
            boolean input = word.toLowerCase(Locale.ROOT).startsWith("if=");
            if (!input && places(word).stream().anyMatch(Dangers::isDevice)) {
                return Finding.deny("would write to a device");
            }
        }
        return null;
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

    /** Whether a program of this name is looked at, wherever in a line it stands. */
    static boolean isKnown(String program) {
        return Trees.isKnown(program)
                || FORMATTING.contains(program)
                || program.startsWith("mkfs.")
                || WRITING.contains(program)
                || ENDING.contains(program)
                || program.equals("kill")
                || program.equals("git");
    }

    private static @Nullable Finding ending(SimpleCommand command) {
        if (ENDING.contains(command.program())) {
            return Finding.deny("would turn the machine off");
        }
        boolean all = command.program().equals("kill")
                && command.arguments().size() > 1
                && command.arguments().getLast().equals("-1");
        return all ? Finding.deny("would end every process of the user") : null;
    }

    private static @Nullable Finding ofGit(SimpleCommand command) {
        if (!command.program().equals("git")) {
            return null;
        }
        int push = command.arguments().indexOf("push");
        boolean forced =
                push >= 0 && command.from(push + 1).arguments().stream().anyMatch(Dangers::isForce);
        if (forced) {
            return Finding.ask("would overwrite what others have pushed").instead("git push --force-with-lease");
        }
        boolean cleans =
                command.arguments().contains("clean") && command.has('f', "--force") && !command.has('n', "--dry-run");
        return cleans ? Finding.ask("would delete files that no commit holds").instead("git clean -n -d") : null;
    }

    private static boolean isForce(String word) {
        boolean cluster = word.startsWith("-") && !word.startsWith("--") && word.indexOf('f') > 0;
        boolean option = (word.length() > 4 && "--force".startsWith(word)) || word.startsWith("--mir");
        return cluster || option || (word.startsWith("+") && word.length() > 1);
    }
}
