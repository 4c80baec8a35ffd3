package dev.carabiner.guard.verdict;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.Holes;
import dev.carabiner.guard.line.ShellCommand;
import dev.carabiner.guard.path.PathResolver;
import dev.carabiner.guard.path.PathWords;
import dev.carabiner.guard.path.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the words of a command lead, from each directory in which it may run. Made for one line, of which it remembers the places. */
final class Places {

    private static final Set<String> SYSTEM =
            Set.of("usr", "etc", "bin", "sbin", "lib", "lib32", "lib64", "boot", "system", "library", "var", "opt");

    private static final List<String> TEMPORARY =
            List.of("/tmp", "/var/tmp", System.getProperty("java.io.tmpdir", "/tmp"));

    /** Where a line is that has not gone elsewhere. */
    private static final Set<String> START = Set.of("");

    private final PathWords paths;
    private final Map<String, Set<Path>> known = new HashMap<>();
    private final Map<String, Path> canonical = new HashMap<>();
    private final PathResolver resolver = new PathResolver();

    Places(PathWords paths) {
        this.paths = paths;
    }

    PathWords paths() {
        return paths;
    }

    /** The word as a path with wildcards, from each directory; only what is known of it. */
    Set<String> words(Arg word, ShellCommand command) {
        String text = plain(word.text());
        if (command.directories().equals(START)) {
            return Set.of(text);
        }
        Set<String> words = new LinkedHashSet<>();
        for (String directory : command.directories()) {
            words.add(isAttached(text) ? text : ShellCommand.resolved(plain(directory), text));
        }
        return words;
    }

    private static boolean isAttached(String text) {
        return text.startsWith("-");
    }

    /** Wildcards for names, nothing for what may be empty, and a home directory as it is written. */
    private static String plain(String text) {
        if (!Holes.areIn(text)) {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case Holes.NAME, Holes.NAMES -> plain.append('*');
                case Holes.SAFE -> plain.append('0');
                case Holes.HOME_OF -> plain.append(text.startsWith("root", 1) ? "/" : "/home/");
                case Holes.ANY -> {
                    // may be nothing
                }
                default -> plain.append(c);
            }
        }
        return plain.toString();
    }

    /** Whether it is not known which file this is. */
    static boolean isUnknown(Arg word, ShellCommand command) {
        return Holes.has(word.text(), Holes.ANY)
                || (!word.text().startsWith("/")
                        && command.directories().stream().anyMatch(it -> Holes.has(it, Holes.ANY)));
    }

    Set<Path> places(String word) {
        Set<Path> there = known.get(word);
        if (there == null) {
            there = paths.places(word, this::leadsTo);
            known.put(word, there);
        }
        return there;
    }

    Path canonical(String word) {
        return leadsTo(paths.withHomes(word).getFirst());
    }

    private Path leadsTo(String path) {
        return canonical.computeIfAbsent(path, it -> paths.canonical(it, resolver));
    }

    /** In the working directory, or somewhere that is cleared anyway. */
    boolean isOurs(Path place) {
        return Workspace.isWithin(place, paths.workspace().root())
                || (place.getNameCount() > 1
                        && TEMPORARY.stream().anyMatch(it -> Workspace.isWithin(place, leadsTo(it))));
    }

    /** The same for a word: what leaves the working directory step by step is not there to be cleared. */
    boolean isOurs(Path place, String word) {
        boolean inside = Workspace.isWithin(place, paths.workspace().root());
        boolean temporary = TEMPORARY.stream().anyMatch(it -> word.startsWith(it + "/"))
                && !word.contains("..")
                && paths.homes().stream().noneMatch(home -> Workspace.isWithin(place, home));
        return inside || (temporary && isOurs(place));
    }

    boolean isRoot(Path place) {
        return place.equals(paths.workspace().root());
    }

    /** The root, what the system is made of, the home directories, and whatever they and the working directory lie in. */
    boolean isTooMuch(Path place) {
        boolean system = place.getNameCount() == 1
                || (place.getNameCount() == 2
                        && SYSTEM.contains(Workspace.folded(place.getName(0).toString())));
        return place.getNameCount() == 0
                || (system && Files.isDirectory(place) && !isOurs(place))
                || Workspace.isWithin(paths.workspace().root(), place)
                || paths.homes().stream().anyMatch(home -> Workspace.isWithin(home, place));
    }

    boolean isHomeOrAbove(Path place) {
        return place.getNameCount() == 0 || paths.homes().stream().anyMatch(home -> Workspace.isWithin(home, place));
    }

    /** The first place outside the working directory and the temporary ones, or null. */
    @Nullable
    Path outside(String word) {
        Path place = canonical(word);
        return isOurs(place, word) ? null : place;
    }
}
