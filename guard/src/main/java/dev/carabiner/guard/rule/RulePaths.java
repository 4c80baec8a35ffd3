package dev.carabiner.guard.rule;

import dev.carabiner.display.VisibleText;
import dev.carabiner.guard.path.PathResolver;
import dev.carabiner.guard.path.ResolvedPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a rule takes a text for that names a path: the one place that it can only mean, or all that it may. Where a path
 * leads is what {@link PathResolver} says, as for the guards.
 */
final class RulePaths {

    /** No system opens a path beyond this; a rule that denies still looks at its text. */
    private static final int LONGEST = 8_192;

    /** What some tool would expand, decode or cut before it opens the path. */
    private static final Pattern AMBIGUOUS = Pattern.compile("~.*|[A-Za-z][A-Za-z0-9+.-]+:.*", Pattern.DOTALL);

    private static final String EXPANDED = "*?{}$%\\`\"'<>|;&!";

    private final Path base;

    RulePaths(Path base) {
        try {
            this.base = base.toRealPath();
        } catch (IOException e) {
            throw new RuleStoreException("The base directory of the rules cannot be resolved: " + base, e);
        }
        if (!Files.isDirectory(this.base)) {
            throw new RuleStoreException("The base directory of the rules is not a directory: " + base);
        }
    }

    Path base() {
        return base;
    }

    /** Where the host's own file is, as far as that can be found out. */
    Path place(Path hosts) {
        try {
            return resolved(hosts.toAbsolutePath());
        } catch (IOException e) {
            return hosts.toAbsolutePath().normalize();
        }
    }

    /** The one place that the text can only mean, or null if it is doubtful in any way. */
    @Nullable
    Path certain(String text) {
        if (text.isEmpty() || text.length() > LONGEST || isAmbiguous(text)) {
            return null;
        }
        try {
            Path path = base.resolve(text);
            Path place = resolved(path);
            // Some programs drop ".." before they ask the system; then a link before it makes a difference.
            return place.equals(resolved(withoutDots(path))) && !hasSeveralNames(place) ? place : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /** Whether the rule's own path is still what it was: itself, with no link in it. */
    boolean isCanonical(Path rulePath) {
        try {
            return resolved(rulePath).equals(rulePath);
        } catch (IOException e) {
            return false;
        }
    }

    /** Where the path may lead: in the system's order, and with ".." dropped first. Nowhere if unresolvable. */
    List<Path> possible(String spelling) {
        List<Path> places = new ArrayList<>();
        try {
            Path path = base.resolve(spelling);
            for (Path reading : List.of(path, withoutDots(path))) {
                try {
                    if (reading.toString().length() <= LONGEST) {
                        places.add(resolved(reading));
                    }
                } catch (IOException e) {
                    // Not resolvable: it is then judged by its text.
                }
            }
        } catch (InvalidPathException e) {
            // The same.
        }
        return places;
    }

    /** As {@link Path#normalize}, which takes too long for very many dots. */
    private static Path withoutDots(Path path) {
        Deque<String> kept = new ArrayDeque<>();
        for (Path part : path) {
            String name = part.toString();
            if (name.equals("..")) {
                kept.pollLast();
            } else if (!name.equals(".")) {
                kept.addLast(name);
            }
        }
        Path root = path.getRoot();
        String rest = String.join(path.getFileSystem().getSeparator(), kept);
        return root == null ? path.getFileSystem().getPath(rest) : root.resolve(rest);
    }

    private static boolean isAmbiguous(String text) {
        boolean odd = text.codePoints().anyMatch(c -> EXPANDED.indexOf(c) >= 0 || VisibleText.isDeceptive(c));
        return odd || AMBIGUOUS.matcher(text).matches() || hasOddEnding(text);
    }

    /** Blanks and dots at the end of a name are dropped by some file systems, blanks around a text by some tools. */
    private static boolean hasOddEnding(String text) {
        for (String name : text.split("/", -1)) {
            boolean dots = name.equals(".") || name.equals("..");
            if (!dots && (name.endsWith(".") || !name.equals(name.strip()))) {
                return true;
            }
        }
        return false;
    }

    /** A file with a second hard link may be another user's, under a name of its own. */
    private static boolean hasSeveralNames(Path place) throws IOException {
        boolean known = place.getFileSystem().supportedFileAttributeViews().contains("unix");
        return known
                && Files.isRegularFile(place, LinkOption.NOFOLLOW_LINKS)
                && Files.getAttribute(place, "unix:nlink", LinkOption.NOFOLLOW_LINKS) instanceof Integer count
                && count > 1;
    }

    /** As the system would go. What the guards only wonder about is here no place at all, but for a link to nowhere. */
    private static Path resolved(Path absolute) throws IOException {
        ResolvedPath found = new PathResolver().resolve(absolute);
        if (found.upFromNothing() || found.throughFile()) {
            throw new NotDirectoryException(absolute.toString());
        }
        return found.place();
    }
}
