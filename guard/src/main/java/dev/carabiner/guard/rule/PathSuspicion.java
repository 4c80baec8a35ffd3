package dev.carabiner.guard.rule;

import dev.carabiner.guard.path.Glob;
import dev.carabiner.guard.path.HomeDirectories;
import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a path might lead to a deny rule's file or below its directory: by where it leads, by its text, in any letter
 * case and Unicode form, and however a tool might expand or decode it. A path that cannot be resolved is judged by its
 * text alone.
 */
final class PathSuspicion {

    private static final Pattern HOME = Pattern.compile("^~(?=/|$)|\\$HOME\\b|\\$\\{HOME\\}");

    private static final List<String> HOMES = Stream.concat(HomeDirectories.spelled().stream(), Stream.of("~"))
            .map(Matcher::quoteReplacement)
            .toList();

    private final RulePaths paths;

    PathSuspicion(RulePaths paths) {
        this.paths = paths;
    }

    boolean mightBeIn(String text, Path rule) {
        List<List<String>> rules = new ArrayList<>();
        rules.add(components(rule.toString()));
        paths.possible(rule.toString()).forEach(place -> rules.add(components(place.toString())));
        for (String spelling : spellings(text)) {
            for (List<String> candidate : candidates(spelling)) {
                if (rules.stream().anyMatch(it -> couldBeIn(candidate, it))) {
                    return true;
                }
            }
            if (paths.possible(spelling).stream().anyMatch(place -> isSameOrBelow(place, rule))) {
                return true;
            }
        }
        return false;
    }

    private List<List<String>> candidates(String spelling) {
        List<List<String>> candidates = new ArrayList<>();
        boolean absolute = spelling.startsWith("/") || isAbsolute(spelling);
        candidates.add(components(absolute ? spelling : paths.base() + "/" + spelling));
        paths.possible(spelling).forEach(place -> candidates.add(components(place.toString())));
        return candidates;
    }

    private static boolean isAbsolute(String spelling) {
        try {
            return Path.of(spelling).isAbsolute();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** What a tool might make of the text before it opens it. */
    private static Set<String> spellings(String text) {
        Set<String> spellings = new LinkedHashSet<>();
        spellings.add(text);
        String decoded = PercentEncoding.decodedAsFarAsPossible(PercentEncoding.decodedAsFarAsPossible(text));
        for (String start : List.of(text, decoded)) {
            String bare = start.strip().replace("\"", "").replace("'", "").replace("`", "");
            String local = bare.replaceFirst("(?i)^file:(?://[^/]*)?", "");
            spellings.addAll(List.of(start, bare, local));
            HOMES.forEach(home -> addSpellings(HOME.matcher(local).replaceAll(home), spellings));
        }
        return spellings;
    }

    private static void addSpellings(String path, Set<String> spellings) {
        spellings.add(path);
        spellings.add(path.replace('\\', '/'));
        int nul = path.indexOf('\0');
        if (nul >= 0) {
            spellings.add(path.substring(0, nul));
            spellings.add(path.replace("\0", ""));
        }
    }

    /** The names of the path, "." and ".." worked off, as a file system might compare them. */
    private static List<String> components(String path) {
        List<String> names = new ArrayList<>();
        for (String name : path.split("[/\\\\]+", -1)) {
            if (name.equals("..")) {
                if (!names.isEmpty()) {
                    names.removeLast();
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(Workspace.folded(name));
            }
        }
        return names;
    }

    private static boolean couldBeIn(List<String> candidate, List<String> rule) {
        for (int i = 0; i < rule.size(); i++) {
            if (i == candidate.size()) {
                return false;
            }
            String name = candidate.get(i);
            if (name.contains("**")) {
                return true;
            }
            if (!name.equals(rule.get(i)) && !(Glob.isWild(name) && Glob.couldMatch(name, rule.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** By the file itself: a second hard link, a second mount, or a letter case that the file system ignores. */
    private static boolean isSameOrBelow(Path place, Path rule) {
        for (@Nullable Path at = place; at != null; at = at.getParent()) {
            try {
                if (Files.exists(at) && Files.exists(rule) && Files.isSameFile(at, rule)) {
                    return true;
                }
            } catch (IOException e) {
                return false; // it was there a moment ago; the text has been compared already
            }
        }
        return false;
    }
}
