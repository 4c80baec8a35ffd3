package dev.carabiner.guard.path;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The places that a word of a shell line may lead to: as it is spelled and where its links end, with the home directory
 * put in and wildcards expanded to what is there, the whole word and what is attached to an option in it.
 */
public final class PathWords {

    private static final int LONGEST = 4_096;
    private static final int MOST_PLACES = 2_000;

    /** More than these are no options. */
    private static final int MOST_LETTERS = 8;

    private static final Pattern HOME = Pattern.compile("^(?:~|\\$HOME|\\$\\{HOME\\}|HOME)(?=/|$)");
    private static final Pattern PIECES = Pattern.compile("[=:,@]");

    private final Workspace workspace;
    private final List<Path> homes;

    /** The first of the home directories is where {@code ~} should lead; it may lead to the others. */
    public PathWords(Workspace workspace, List<Path> homes) {
        this.workspace = workspace;
        this.homes = List.copyOf(homes);
    }

    /** The directory that the agent works in. */
    public Workspace workspace() {
        return workspace;
    }

    /** The home directories; at least one. */
    public List<Path> homes() {
        return homes;
    }

    /**
     * Every place that the word may stand for.
     *
     * @throws TooManyPlacesException if its wildcards stand for more places than are looked at
     */
    public Set<Path> places(String word) {
        return places(word, this::canonical);
    }

    /** The same with another way to say where a path leads, such as one that remembers it while a line is judged. */
    public Set<Path> places(String word, Function<String, Path> canonical) {
        Set<Path> places = new LinkedHashSet<>();
        for (String piece : pieces(word)) {
            if (!piece.isEmpty() && piece.length() <= LONGEST) {
                withHomes(piece).forEach(it -> addPlaces(it, canonical, places));
            }
        }
        return places;
    }

    private static Set<String> pieces(String word) {
        boolean option = word.startsWith("-");
        boolean several = PIECES.matcher(word).find();
        if (!option && !several) {
            return Set.of(word);
        }
        Set<String> pieces = new LinkedHashSet<>();
        pieces.add(word);
        attached(word).forEach(pieces::add);
        if (several) {
            PIECES.splitAsStream(word).forEach(pieces::add);
        }
        return pieces;
    }

    /** What may be the value of an option: behind each of the letters that stand together with it. */
    private static Stream<String> attached(String word) {
        int letters = word.startsWith("-") ? 1 : 0;
        while (letters > 0 && letters < Math.min(word.length(), MOST_LETTERS) && isLetter(word.charAt(letters))) {
            letters++;
        }
        return IntStream.rangeClosed(2, letters).mapToObj(word::substring);
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    /** The word with each of the home directories put in; itself, if it names none. */
    public List<String> withHomes(String word) {
        if (word.isEmpty() || "~$H".indexOf(word.charAt(0)) < 0) {
            return List.of(word);
        }
        Matcher named = HOME.matcher(word);
        return named.find()
                ? homes.stream().map(home -> home + word.substring(named.end())).toList()
                : List.of(word);
    }

    /**
     * Where a path leads, or as it is spelled if that cannot be found out. What is written through a link to nowhere comes to
     * lie where the link points.
     */
    public Path canonical(String path) {
        return canonical(path, new PathResolver());
    }

    /**
     * The same for one of several words that are looked at together.
     *
     * @param resolver what knows of directories on the way, for the time of one judgement
     */
    public Path canonical(String path, PathResolver resolver) {
        try {
            return workspace.resolved(path, resolver).place();
        } catch (IOException | InvalidPathException e) {
            return spelled(path);
        }
    }

    private Path spelled(String path) {
        try {
            return workspace.root().resolve(path).normalize();
        } catch (InvalidPathException e) {
            return workspace.root();
        }
    }

    private void addPlaces(String path, Function<String, Path> canonical, Set<Path> places) {
        places.add(spelled(path));
        if (path.startsWith("-") && path.indexOf('/') < 0) {
            return; // an option, not the file of that name
        }
        places.add(Glob.isWild(path) ? leadingTo(path, canonical) : canonical.apply(path));
        if (Glob.isWild(path)) {
            for (Path match : expanded(path)) {
                places.add(match);
                places.add(canonical.apply(match.toString()));
            }
        }
    }

    /** Where a path with wildcards leads, of which no more is looked up than the names before the first of them. */
    private Path leadingTo(String path, Function<String, Path> canonical) {
        int end = path.lastIndexOf('/', firstWild(path)) + 1;
        try {
            return canonical
                    .apply(end == 0 ? "." : path.substring(0, end))
                    .resolve(path.substring(end))
                    .normalize();
        } catch (InvalidPathException e) {
            return spelled(path);
        }
    }

    private static int firstWild(String path) {
        int at = 0;
        while ("*?[".indexOf(path.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    private List<Path> expanded(String path) {
        boolean absolute = path.startsWith("/");
        List<Path> found = List.of(absolute ? Path.of("/") : workspace.root());
        for (String name : path.split("/+", -1)) {
            if (!name.isEmpty()) {
                List<Path> next = new ArrayList<>();
                for (Path directory : found) {
                    next.addAll(Glob.isWild(name) ? matches(directory, name) : List.of(directory.resolve(name)));
                    requireFew(next, directory, name);
                }
                found = next;
            }
        }
        return found;
    }

    /** As a shell does it: what begins with a dot must be asked for by a dot. */
    private static List<Path> matches(Path directory, String glob) {
        List<Path> matches = new ArrayList<>();
        String folded = Workspace.folded(Glob.withoutBrackets(glob));
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                boolean hidden = name.startsWith(".") && !glob.startsWith(".") && !glob.startsWith("[");
                if (!hidden && Glob.couldMatch(folded, Workspace.folded(name))) {
                    matches.add(entry);
                }
                requireFew(matches, directory, glob);
            }
        } catch (IOException e) {
            return matches; // what cannot be listed here cannot be expanded by a shell of the same user either
        }
        return matches;
    }

    private static void requireFew(List<Path> places, Path directory, String glob) {
        if (places.size() > MOST_PLACES) {
            throw new TooManyPlacesException(directory, glob);
        }
    }
}
