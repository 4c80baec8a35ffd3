package dev.carabiner.guard.rule;

import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a path really leads. Links are followed here, one component after another as the system does, so that also a
 * path that does not exist yet, or a link to nowhere, has one place.
 *
 * <p>This is how things were when it was asked: what opens the file afterwards must not follow links that have
 * appeared since.
 */
final class RulePaths {

    private static final int MOST_LINKS = 40;

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

    private Path resolved(Path absolute) throws IOException {
        Deque<String> left = new ArrayDeque<>();
        absolute.forEach(name -> left.addLast(name.toString()));
        Path at = rootOf(absolute);
        int links = 0;
        while (!left.isEmpty()) {
            String name = left.removeFirst();
            if (name.equals("..")) {
                at = at.getParent() == null ? at : at.getParent();
            } else if (!name.equals(".") && !name.isEmpty()) {
                Path child = at.resolve(name);
                BasicFileAttributes found = attributes(child);
                if (found == null) {
                    return beyond(at.toRealPath().resolve(name), left);
                }
                if (found.isSymbolicLink()) {
                    at = follow(child, at, left, ++links);
                } else if (found.isRegularFile() && !left.isEmpty()) {
                    throw new NotDirectoryException(child.toString());
                } else {
                    at = child;
                }
            }
        }
        return at.toRealPath();
    }

    private static Path follow(Path link, Path at, Deque<String> left, int links) throws IOException {
        if (links > MOST_LINKS) {
            throw new FileSystemLoopException(link.toString());
        }
        Path target = Files.readSymbolicLink(link);
        for (int i = target.getNameCount() - 1; i >= 0; i--) {
            left.addFirst(target.getName(i).toString());
        }
        return target.isAbsolute() ? rootOf(target) : at;
    }

    /** From a name that does not exist only ".." leads elsewhere, and not every tool takes it to the same place. */
    private static Path beyond(Path missing, Deque<String> left) throws IOException {
        Path place = missing;
        for (String name : left) {
            if (name.equals("..")) {
                throw new NoSuchFileException(missing.toString());
            }
            place = name.equals(".") || name.isEmpty() ? place : place.resolve(name);
        }
        return place;
    }

    private static @Nullable BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static Path rootOf(Path absolute) throws IOException {
        Path root = absolute.getRoot();
        if (root == null) {
            throw new NoSuchFileException(absolute.toString());
        }
        return root;
    }
}
