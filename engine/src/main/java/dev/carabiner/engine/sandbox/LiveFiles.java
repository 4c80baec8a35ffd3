package dev.carabiner.engine.sandbox;

import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files that other processes write while a command runs, such as the database of approvals. To put them back would undo what was written and
 * acknowledged meanwhile. A confined command cannot reach them: outside of the workspace all is read-only, and inside it
 * their directory is.
 *
 * @param files as they are named, and where that leads
 * @param directories those that they are in, where these are in the workspace: to be read-only. What else is in them,
 *     such as the lockdown beside the approvals, others write, too
 * @param above what is between the workspace and these: to be held where it is
 * @param links on the way to them in the workspace: to be put back
 */
public record LiveFiles(Set<Path> files, List<Path> directories, List<Path> above, List<Path> links) {

    public LiveFiles {
        files = Set.copyOf(files);
        directories = List.copyOf(directories);
        above = List.copyOf(above);
        links = List.copyOf(links);
    }

    /**
     * Finds where they are. A directory in the workspace is made if it is not there: a command could make it otherwise.
     *
     * @param named absolute
     * @param workspace by its real path
     * @throws IOException if one of them is in the workspace itself, where it cannot be kept from commands
     */
    public static LiveFiles of(List<Path> named, Path workspace) throws IOException {
        Set<Path> files = new HashSet<>();
        Set<Path> directories = new HashSet<>();
        Set<Path> above = new HashSet<>();
        Set<Path> links = new HashSet<>();
        for (Path file : withTargets(named)) {
            Path directory =
                    Objects.requireNonNull(file.toAbsolutePath().normalize().getParent(), "a file is in a directory");
            between(directory, workspace).stream().filter(Files::isSymbolicLink).forEach(links::add);
            Path real = real(directory);
            if (real.equals(workspace)) {
                throw new IOException(
                        file + " is right in it, where commands write; it must be in a directory of its own,"
                                + " or elsewhere");
            }
            files.add(file);
            files.add(real.resolve(Objects.requireNonNull(file.getFileName())));
            List<Path> inside = between(real, workspace);
            if (!inside.isEmpty()) {
                PrivateFiles.makeDirectories(real);
                directories.add(real);
                above.addAll(inside.subList(1, inside.size()));
            }
        }
        above.removeAll(directories);
        return new LiveFiles(files, List.copyOf(directories), List.copyOf(above), List.copyOf(links));
    }

    /** With what a file leads to that is a link itself. */
    private static List<Path> withTargets(List<Path> named) throws IOException {
        List<Path> all = new ArrayList<>(named);
        for (Path file : named) {
            if (Files.isSymbolicLink(file) && Files.exists(file)) {
                all.add(file.toRealPath());
            }
        }
        return all;
    }

    /** A directory and those above it, up to the workspace and without that. */
    private static List<Path> between(Path directory, Path workspace) {
        List<Path> all = new ArrayList<>();
        for (@Nullable Path path = directory;
                path != null && path.startsWith(workspace) && !path.equals(workspace);
                path = path.getParent()) {
            all.add(path);
        }
        return all;
    }

    /** Where a directory is, also if not all of it is there yet. */
    private static Path real(Path directory) throws IOException {
        Path there = directory;
        while (!Files.exists(there)) {
            there = Objects.requireNonNull(there.getParent(), "the root exists");
        }
        return there.toRealPath().resolve(there.relativize(directory));
    }

    boolean has(Path path) {
        return files.contains(path);
    }
}
