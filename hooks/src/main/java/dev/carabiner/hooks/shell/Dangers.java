package dev.carabiner.hooks.shell;

import dev.carabiner.hooks.place.PathWords;
import dev.carabiner.runtime.tool.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is dangerous about one command, whoever asks for it. Made for one line, of which it remembers the places. */
final class Dangers {

    private static final Set<String> RECURSIVE = Set.of("rm", "chmod", "chown", "chgrp", "shred", "srm");
    private static final Set<String> FORMATTING = Set.of("mkfs", "mke2fs", "mkswap", "wipefs", "blkdiscard", "sgdisk");
    private static final Set<String> STREAMS = Set.of("null", "stdout", "stderr", "stdin", "tty", "fd", "zero", "full");
    private static final Set<String> WRITING = Set.of("dd", "cp", "mv", "tee", "install", "shred", "ln", "truncate");

    private final PathWords paths;
    private final Map<String, Set<Path>> known = new HashMap<>();
    private final Map<String, Path> directories = new HashMap<>();

    Dangers(PathWords paths) {
        this.paths = paths;
    }

    @Nullable
    Finding of(SimpleCommand command) {
        Finding found = recursion(command);
        found = found == null ? device(command) : found;
        return found == null ? forcedPush(command) : found;
    }

    private @Nullable Finding recursion(SimpleCommand command) {
        String program = command.program();
        boolean recursive = command.has('r', "--recursive") || command.has('R', "--recursive");
        boolean found = program.equals("find") && command.arguments().contains("-delete");
        if (!found && !(RECURSIVE.contains(program) && recursive)) {
            return null;
        }
        for (String target : command.operands()) {
            Path directory = directories.computeIfAbsent(target, it -> paths.canonical(paths.withHome(directory(it))));
            if (directory.equals(paths.workspace().root())) {
                return Finding.deny("would reach everything in the working directory")
                        .instead(program.equals("rm") ? "git clean -n -d" : "");
            }
            if (isSomebodysHome(target)
                    || isTooMuch(directory)
                    || places(target).stream().anyMatch(this::isTooMuch)) {
                return Finding.deny("would reach everything below " + directory);
            }
        }
        return null;
    }

    /** What a star at the end is in. */
    private static String directory(String target) {
        String left = target;
        while (left.endsWith("/") || left.endsWith("/*") || left.endsWith("/.*") || left.endsWith("/.")) {
            left = left.substring(0, left.lastIndexOf('/'));
        }
        boolean here = left.equals("*") || left.equals(".*");
        return here ? "." : left.isEmpty() && !target.isEmpty() ? "/" : left;
    }

    private static boolean isSomebodysHome(String target) {
        return target.startsWith("~") && target.indexOf('/') < 0;
    }

    /** The root, a directory in it, the home directory, and whatever they and the working directory lie in. */
    private boolean isTooMuch(Path place) {
        return place.getNameCount() == 0
                || (place.getNameCount() == 1 && Files.isDirectory(place))
                || Workspace.isWithin(paths.workspace().root(), place)
                || Workspace.isWithin(paths.home(), place);
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
        boolean device = place.getNameCount() > 1
                && Workspace.sameName(place.getName(0).toString(), "dev")
                && !place.startsWith("/dev/shm")
                && !place.startsWith("/dev/pts");
        return device && !STREAMS.contains(place.getName(1).toString());
    }

    /** Whether a program of this name is looked at, wherever in a line it stands. */
    static boolean isKnown(String program) {
        return RECURSIVE.contains(program)
                || FORMATTING.contains(program)
                || program.startsWith("mkfs.")
                || WRITING.contains(program)
                || program.equals("find")
                || program.equals("git");
    }

    private static @Nullable Finding forcedPush(SimpleCommand command) {
        int push = command.arguments().indexOf("push");
        if (!command.program().equals("git") || push < 0) {
            return null;
        }
        SimpleCommand pushing = command.from(push + 1);
        boolean forced = pushing.arguments().stream().anyMatch(Dangers::isForce);
        return forced
                ? Finding.ask("would overwrite what others have pushed").instead("git push --force-with-lease")
                : null;
    }

    private static boolean isForce(String word) {
        boolean cluster = word.startsWith("-") && !word.startsWith("--") && word.indexOf('f') > 0;
        boolean option = (word.length() > 4 && "--force".startsWith(word)) || word.startsWith("--mir");
        return cluster || option || (word.startsWith("+") && word.length() > 1);
    }
}
