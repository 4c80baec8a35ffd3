package dev.carabiner.engine.sandbox;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What git runs or believes in the repositories of a workspace other than its own: submodules, clones, linked worktrees. Builds
 * make and delete whole ones, which mounts would refuse. So they are compared after a run: they may gain what is harmless,
 * and be deleted as a whole.
 */
final class NestedRepositories {

    private static final String LINK = "gitdir: ";
    private static final long LARGEST_LINK = 4096;
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\r\\n]+\\z");

    /** Directories that git makes in a repository, large ones among them. */
    private static final Set<String> OF_GIT =
            Set.of("branches", "hooks", "info", "lfs", "logs", "objects", "refs", "rr-cache", "worktrees");

    private final Path own;
    private List<Path> all = List.of();

    /** @param own where the repository of the workspace itself is, or would be */
    NestedRepositories(Path own) {
        this.own = own;
    }

    /**
     * Looks for all of them.
     *
     * @param marks every {@code .git} of the workspace but its own
     * @return what no command may change in them, and exists
     */
    List<Path> look(Collection<Path> marks) throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> links = new ArrayList<>();
        addBelow(own, found, links);
        for (Path mark : marks) {
            found.add(mark);
            addBelow(mark, found, links);
        }
        all = List.copyOf(found);
        List<Path> closed = new ArrayList<>(links);
        for (Path git : all) {
            closed.addAll(hooks(git.resolve("hooks")));
            Stream.of("config", "config.worktree", "commondir")
                    .map(git::resolve)
                    .forEach(closed::add);
            if (!Files.isDirectory(git, NOFOLLOW_LINKS)) {
                closed.add(git);
            }
        }
        closed.removeIf(path -> !Files.exists(path, NOFOLLOW_LINKS));
        return closed;
    }

    /**
     * Directories of linked worktrees, and of submodules, whose names can have several parts. A repository may have been
     * pretended above another one, so that what is below one is looked through, too.
     *
     * @param links takes links on the way: what git would find behind them is looked at nowhere
     */
    private static void addBelow(Path git, List<Path> found, List<Path> links) throws IOException {
        found.addAll(directories(git.resolve("worktrees"), links));
        Deque<Path> open = new ArrayDeque<>(directories(git.resolve("modules"), links));
        while (!open.isEmpty() && found.size() < WorkspaceIndex.MOST_PATHS) {
            Path next = open.poll();
            boolean repository = isRepository(next);
            if (repository) {
                found.add(next);
                found.addAll(directories(next.resolve("worktrees"), links));
            }
            directories(next, links).stream()
                    .filter(path -> !repository || isRepository(path) || !OF_GIT.contains(name(path)))
                    .forEach(open::add);
        }
    }

    private static boolean isRepository(Path directory) {
        return Stream.of("HEAD", "hooks", "config")
                .anyMatch(name -> Files.exists(directory.resolve(name), NOFOLLOW_LINKS));
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private static List<Path> directories(Path directory, List<Path> links) throws IOException {
        if (Files.isSymbolicLink(directory)) {
            links.add(directory);
        }
        List<Path> listed = listed(directory);
        listed.stream().filter(Files::isSymbolicLink).forEach(links::add);
        return listed.stream()
                .filter(path -> Files.isDirectory(path, NOFOLLOW_LINKS))
                .toList();
    }

    /** Git runs none whose name ends in {@code .sample}. A link in the place of their directory counts by itself. */
    private static List<Path> hooks(Path directory) throws IOException {
        return Files.isSymbolicLink(directory)
                ? List.of(directory)
                : listed(directory).stream()
                        .filter(path -> !path.toString().endsWith(".sample"))
                        .toList();
    }

    private static List<Path> listed(Path directory) throws IOException {
        List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(directory, NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
                stream.forEach(entries::add);
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            } catch (AccessDeniedException e) {
                return List.of(); // nor can git; what is in it counts as new once it can be read
            }
        }
        return entries;
    }

    /**
     * Whether a difference may stay: a whole repository is gone, was moved or copied as it was, or has gained what runs nothing.
     *
     * @param before how the path was; null if it was not there
     * @param known all that was protected before
     */
    boolean accepts(Path path, @Nullable KeptFile before, Map<Path, KeptFile> known) {
        try {
            return isHarmless(path, before, known);
        } catch (IOException e) {
            return false; // what cannot be read is not believed, and keeps nothing else from being put back
        }
    }

    private boolean isHarmless(Path path, @Nullable KeptFile before, Map<Path, KeptFile> known) throws IOException {
        Path git = repository(path);
        if (git == null) {
            return false;
        }
        if (!Files.exists(path, NOFOLLOW_LINKS)) {
            return !Files.exists(git, NOFOLLOW_LINKS);
        }
        if (!Files.isRegularFile(path, NOFOLLOW_LINKS)) {
            return false;
        }
        if (before == null && isCopy(path, known)) {
            return true;
        }
        return switch (name(path)) {
            case "config", "config.worktree" ->
                NewRepository.settings(path, before == null ? "" : before.text(), !git.endsWith(".git"));
            case "commondir" -> isWorktree(git) && text(path).equals("../..");
            case ".git" -> leadsToRepository(path);
            default -> false;
        };
    }

    /** The innermost that a path belongs to, also one that is gone by now. */
    private @Nullable Path repository(Path path) {
        for (Path at = path; at != null; at = at.getParent()) {
            if (all.contains(at) || (at.endsWith(".git") && !at.equals(own))) {
                return at;
            }
        }
        return path.startsWith(own.resolve("modules")) || path.startsWith(own.resolve("worktrees"))
                ? parent(path)
                : null;
    }

    private static boolean isCopy(Path path, Map<Path, KeptFile> known) throws IOException {
        KeptFile now = KeptFile.of(path, null);
        return known.entrySet().stream()
                .anyMatch(it -> path.endsWith(it.getKey().getFileName())
                        && it.getValue().hasSameContent(now));
    }

    private boolean isWorktree(Path git) {
        Path common = parent(parent(git));
        return parent(git).endsWith("worktrees") && (common.equals(own) || all.contains(common));
    }

    private boolean leadsToRepository(Path path) throws IOException {
        String text = text(path);
        if (!text.startsWith(LINK)) {
            return false;
        }
        try {
            Path written = parent(path).resolve(text.substring(LINK.length()));
            Path target = written.toRealPath(); // as git goes there, through links that a ".." would hide
            return all.contains(target) && written.normalize().equals(target);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Git leaves out line breaks at the end, and no other blank: that would belong to the name. */
    private static String text(Path file) throws IOException {
        return Files.size(file) > LARGEST_LINK
                ? ""
                : LINE_BREAKS.matcher(Files.readString(file, ISO_8859_1)).replaceFirst("");
    }

    private static Path parent(Path path) {
        Path parent = path.getParent();
        return parent == null ? path : parent;
    }
}
