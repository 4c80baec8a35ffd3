package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Files that the words of a program name, such as a script in the home directory: a program that a user's own settings start
 * must find them, though the directory around them is hidden. With a script comes what lies beside it, unless that is a home
 * directory or one whose name begins with a dot, where settings and secrets are. A file that the words write is not shown: the
 * program could only read it, and writes one of its own in its place.
 */
final class NamedFiles {

    private static final Pattern PATH = Pattern.compile("[^\\s\"'`;|&<>(){}=]*/[^\\s\"'`;|&<>(){}]+");
    private static final Pattern WRITES = Pattern.compile("(?:>\\|?|\\btee(?:\\s+-\\S+)*)\\s*[\"']?$");

    /** More than stands between what writes and the file. */
    private static final int LONGEST_WRITES = 40;

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");

    private NamedFiles() {}

    /** Those that exist outside the workspace, by their real paths. */
    static Set<Path> in(List<String> words, Map<String, String> environment, Path workspace) {
        Set<Path> read = new TreeSet<>();
        Set<Path> written = new TreeSet<>();
        for (String word : words) {
            String text = expanded(word, environment);
            Matcher paths = PATH.matcher(text);
            while (paths.find()) {
                add(paths.group(), isWritten(text, paths.start()) ? written : read);
            }
        }
        read.removeAll(written);
        return read.stream()
                .flatMap(it -> withNeighbours(it).stream())
                .filter(it -> !it.startsWith(workspace))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isWritten(String text, int begin) {
        return WRITES.matcher(text)
                .region(Math.max(0, begin - LONGEST_WRITES), begin)
                .find();
    }

    /** Variables are put in before words are split: a path with a blank in it is then not found, and not shown. */
    private static String expanded(String word, Map<String, String> environment) {
        String home = home(environment);
        return VARIABLE.matcher(word)
                .replaceAll(it -> {
                    String name = it.group(1) == null ? it.group(2) : it.group(1);
                    return Matcher.quoteReplacement(name.equals("HOME") ? home : environment.getOrDefault(name, ""));
                })
                .replaceAll("(^|[\\s\"'=])~/", "$1" + Matcher.quoteReplacement(home) + "/");
    }

    private static void add(String text, Set<Path> found) {
        try {
            Path file = Path.of(text);
            if (file.isAbsolute() && Files.isRegularFile(file)) {
                found.add(file.toRealPath());
            }
        } catch (IOException | InvalidPathException e) {
            // no file: a pattern, or a part of an address
        }
    }

    private static List<Path> withNeighbours(Path script) {
        List<Path> all = new ArrayList<>(List.of(script));
        Path directory = script.getParent();
        if (directory != null
                && OpenedPlace.canOpen(directory, script)
                && !String.valueOf(directory.getFileName()).startsWith(".")) {
            all.add(directory);
        }
        return all;
    }

    /** The home directory that the program is told, which its shell puts in: the user's own one may be another. */
    private static String home(Map<String, String> environment) {
        String told = environment.getOrDefault("HOME", "");
        return told.isEmpty() ? System.getProperty("user.home", "/") : told;
    }
}
