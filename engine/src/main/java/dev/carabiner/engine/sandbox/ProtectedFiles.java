package dev.carabiner.engine.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.carabiner.process.Opening;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What no command may change in a workspace: the project's settings, what git runs, what the bundle is made of, and what
 * hooks protect. For one thread at a time.
 */
final class ProtectedFiles {

    /** More mounts would take longer than the commands. */
    private static final int MOST_MOUNTED = 64;

    private final Path workspace;
    private final List<Path> closed;
    private final List<Path> hidden;
    private final LiveFiles live;
    private final WorkspaceIndex index;
    private final NestedRepositories nested;
    private Map<Path, KeptFile> known = new HashMap<>();

    ProtectedFiles(
            Path workspace, List<Path> closed, List<Path> hidden, LiveFiles live, Supplier<ProtectedPlaces> places) {
        this.workspace = workspace;
        this.hidden = List.copyOf(hidden);
        this.live = live;
        List<Path> all = new ArrayList<>(closed);
        all.addAll(live.links());
        all.add(workspace.resolve(".carabiner"));
        this.closed = List.copyOf(all);
        nested = new NestedRepositories(git(""));
        index = new WorkspaceIndex(workspace, places);
    }

    /** Finds all that is protected now, and keeps it. */
    ProtectedState look() throws IOException {
        WorkspaceIndex.Found found = index.look();
        Map<Path, KeptFile> held = kept(present(found.matches()));
        Set<Path> compared = inRepositories(found, held.keySet());
        compared.removeIf(path -> Files.isRegularFile(path, NOFOLLOW_LINKS) && !Files.isReadable(path));
        Map<Path, KeptFile> files = kept(compared);
        files.putAll(held);
        known = files;
        return new ProtectedState(files, mounted(held), compared);
    }

    private Map<Path, KeptFile> kept(Collection<Path> paths) throws IOException {
        Map<Path, KeptFile> files = new TreeMap<>();
        for (Path path : paths) {
            KeptFile file = kept(path);
            if (file != null) {
                files.put(path, file);
            }
        }
        return files;
    }

    private Set<Path> inRepositories(WorkspaceIndex.Found found, Set<Path> held) throws IOException {
        Set<Path> compared = new TreeSet<>(nested.look(found.repositories()));
        compared.removeAll(held);
        compared.removeIf(path -> isIn(hidden, path) || isIn(closed, path));
        return compared;
    }

    /**
     * Puts back what is different from before.
     *
     * @param opening what a command was allowed to write; what is held from one that ran inside, others have changed
     * @return what was different
     */
    List<Path> putBack(ProtectedState before, Opening opening) throws IOException {
        List<Path> opened = new ArrayList<>(opening.writable());
        if (!opening.outside()) {
            opened.addAll(live.directories());
        }
        known = before.files();
        WorkspaceIndex.Found found = index.look();
        Set<Path> now = new TreeSet<>(present(found.matches()));
        Set<Path> compared = inRepositories(found, now);
        now.addAll(compared);
        List<Path> changed = new ArrayList<>();
        boolean newRepository = !before.files().containsKey(git("config"));
        for (Path path : now) {
            if (!before.files().containsKey(path)
                    && !isIn(opened, path)
                    && !(newRepository && NewRepository.isHarmless(git(""), path))
                    && !(compared.contains(path) && nested.accepts(path, null, before.files()))) {
                changed.add(path);
                delete(path);
            }
        }
        for (Map.Entry<Path, KeptFile> each : before.files().entrySet()) {
            Path path = each.getKey();
            KeptFile file = now.contains(path) ? readable(path) : null;
            boolean same = file != null && each.getValue().isLike(file);
            if (!same
                    && !isIn(opened, path)
                    && !(before.nested().contains(path) && nested.accepts(path, each.getValue(), before.files()))) {
                changed.add(path);
                replace(path, each.getValue());
            }
        }
        return changed;
    }

    private static void replace(Path path, KeptFile file) throws IOException {
        if (Files.isDirectory(path, NOFOLLOW_LINKS) != file.directory()) {
            delete(path);
        }
        if (!file.restore(path)) {
            System.getLogger(ProtectedFiles.class.getName())
                    .log(System.Logger.Level.WARNING, "The protected file " + path + " was too large to be put back");
        }
    }

    /** Every protected path that exists, also those below a protected directory. */
    private List<Path> present(List<Path> matches) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path place : closed) {
            addTree(place, all);
        }
        addGit(all);
        for (Path match : matches) {
            addTree(match, all);
        }
        return all;
    }

    /** One look where there is no repository. Where there is a link to one, what is behind the link counts too. */
    private void addGit(List<Path> all) throws IOException {
        BasicFileAttributes git = attributes(git(""));
        if (git == null) {
            return;
        }
        for (String name : List.of("hooks", "config", "config.worktree", "commondir")) {
            addTree(git(name), all);
        }
        if (!git.isDirectory()) {
            all.add(git(""));
        }
    }

    /** Null for what is not there, which is told without the cost of an exception; and for what cannot be reached. */
    private static @Nullable BasicFileAttributes attributes(Path path) {
        try {
            return path.getFileSystem()
                    .provider()
                    .readAttributesIfExists(path, BasicFileAttributes.class, NOFOLLOW_LINKS);
        } catch (IOException e) {
            return null;
        }
    }

    private Path git(String name) {
        Path git = workspace.resolve(".git");
        return name.isEmpty() ? git : git.resolve(name);
    }

    private void addTree(Path place, List<Path> all) throws IOException {
        BasicFileAttributes attributes = attributes(place);
        if (attributes == null || isIn(hidden, place) || live.has(place)) {
            return;
        }
        if (!attributes.isDirectory()) {
            all.add(place);
            return;
        }
        try (Stream<Path> tree = Files.walk(place)) {
            tree.filter(path -> !isIn(hidden, path) && !live.has(path) && !isOwnRecord(path))
                    .limit(WorkspaceIndex.MOST_PATHS)
                    .forEach(all::add);
        }
    }

    private @Nullable KeptFile kept(Path path) throws IOException {
        try {
            return KeptFile.of(path, known.get(path));
        } catch (NoSuchFileException e) {
            return null; // it has just been deleted
        }
    }

    /** Null for what a command has made unreadable: it is not as it was. */
    private @Nullable KeptFile readable(Path path) throws IOException {
        try {
            return kept(path);
        } catch (AccessDeniedException e) {
            return null;
        }
    }

    /** A mount holds all that is below it. A path with a link in it is not mounted: what the link leads to may change. */
    private List<Path> mounted(Map<Path, KeptFile> files) throws IOException {
        List<Path> mounted = new ArrayList<>();
        for (Map.Entry<Path, KeptFile> each : files.entrySet()) {
            Path path = each.getKey();
            if (mounted.size() < MOST_MOUNTED
                    && each.getValue().link() == null
                    && mounted.stream().noneMatch(path::startsWith)
                    && path.toRealPath().equals(path)) {
                mounted.add(path);
            }
        }
        return mounted;
    }

    /** What sessions write themselves, where the workspace is the home directory. */
    private boolean isOwnRecord(Path path) {
        Path settings = workspace.resolve(".carabiner");
        return path.startsWith(settings.resolve("sessions")) || path.startsWith(settings.resolve("history"));
    }

    private static boolean isIn(Collection<Path> opened, Path path) {
        return opened.stream().anyMatch(path::startsWith);
    }

    private static void delete(Path path) throws IOException {
        if (!Files.exists(path, NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(path)) {
            for (Path each : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
