package dev.carabiner.engine.sandbox;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The paths of a workspace that hooks protect, and its repositories. A directory that has not changed since it was last read is
 * not read again. What lies in a {@code .git} is left to {@link ProtectedFiles} and {@link NestedRepositories}.
 */
final class WorkspaceIndex {

    static final int MOST_PATHS = 200_000;

    /** A change within the same tick of the clock would not be seen. */
    private static final Duration TICK = Duration.ofMillis(50);

    private record Directory(FileTime changed, List<Path> below, Found found) {}

    /**
     * What there is now.
     *
     * @param matches what hooks protect
     * @param repositories every {@code .git} but the workspace's own, directories and files
     */
    record Found(List<Path> matches, List<Path> repositories) {

        static Found none() {
            return new Found(new ArrayList<>(), new ArrayList<>());
        }

        private void add(Found more) {
            matches.addAll(more.matches);
            repositories.addAll(more.repositories);
        }
    }

    private final Path workspace;
    private final Supplier<ProtectedPlaces> places;
    private Map<Path, Directory> known = new HashMap<>();

    WorkspaceIndex(Path workspace, Supplier<ProtectedPlaces> places) {
        this.workspace = workspace;
        this.places = places;
    }

    Found look() throws IOException {
        ProtectedPlaces protectedPlaces = places.get();
        Found all = Found.none();
        Map<Path, Directory> seen = new HashMap<>();
        Deque<Path> open = new ArrayDeque<>(List.of(workspace));
        while (!open.isEmpty() && seen.size() < MOST_PATHS) {
            Path next = open.poll();
            Directory directory = read(next, protectedPlaces);
            seen.put(next, directory);
            all.add(directory.found);
            open.addAll(directory.below);
        }
        known = seen;
        return all;
    }

    private Directory read(Path path, ProtectedPlaces protectedPlaces) throws IOException {
        FileTime changed = changed(path);
        Directory before = known.get(path);
        if (before != null && before.changed.equals(changed)) {
            return before;
        }
        List<Path> below = new ArrayList<>();
        Found found = Found.none();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                boolean git = entry.endsWith(".git");
                boolean own = git && path.equals(workspace);
                if (git && !own) {
                    found.repositories.add(entry);
                }
                if (!own && protectedPlaces.has(entry)) {
                    found.matches.add(entry);
                } else if (!git && Files.isDirectory(entry, NOFOLLOW_LINKS)) {
                    below.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return new Directory(FileTime.fromMillis(0), List.of(), Found.none()); // it is gone, or cannot be read
        }
        boolean settled = changed.toInstant().isBefore(Instant.now().minus(TICK));
        return new Directory(settled ? changed : FileTime.fromMillis(0), below, found);
    }

    private static FileTime changed(Path path) throws IOException {
        try {
            return (FileTime) Files.getAttribute(path, "unix:ctime", NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return FileTime.fromMillis(0);
        }
    }
}
