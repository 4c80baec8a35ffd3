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

/**
 * Files that the words of a program name, such as a script in the home directory: a program that a user's own settings start
 * must find them, though the directory around them is hidden. With a script comes what lies beside it, unless that is a home
 * directory or one whose name begins with a dot, where settings and secrets are.
 */
final class NamedFiles {

    private static final Pattern PATH = Pattern.compile("[^\\s\"'`;|&<>(){}=]*/[^\\s\"'`;|&<>(){}]+");
    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{(\\w+)}|(\\w+))");

    private NamedFiles() {}

    /** Those that exist outside the workspace, by their real paths. */
    static Set<Path> in(List<String> words, Map<String, String> environment, Path workspace) {
        Set<Path> found = new TreeSet<>();
        for (String word : words) {
            Matcher paths = PATH.matcher(expanded(word, environment));
            while (paths.find()) {
                add(paths.group(), workspace, found);
            }
        }
        return found;
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

    private static void add(String text, Path workspace, Set<Path> found) {
        try {
            Path file = Path.of(text);
            if (!file.isAbsolute() || !Files.isRegularFile(file)) {
                return;
            }
            Path real = file.toRealPath();
            for (Path each : withNeighbours(real)) {
                if (!each.startsWith(workspace)) {
                    found.add(each);
                }
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
