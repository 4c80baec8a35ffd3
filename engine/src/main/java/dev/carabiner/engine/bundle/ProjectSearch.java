package dev.carabiner.engine.bundle;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Finds the project that a directory belongs to: the nearest one above it with a bundle of its own. */
public final class ProjectSearch {

    /** What the system says about a directory. */
    @FunctionalInterface
    interface Attribute {
        @Nullable
        Object of(Path directory) throws IOException;
    }

    private final Path home;
    private final Attribute device;
    private final Attribute owner;

    ProjectSearch(Path home, Attribute device, Attribute owner) {
        this.home = home;
        this.device = device;
        this.owner = owner;
    }

    /**
     * The project of a directory, or the directory itself if there is none. Looks upwards as long as directories have the
     * same owner as this one, up to a mount point, and not in the home directory or above it: what is there belongs to
     * the user and to no project.
     */
    public static Path projectOf(Path directory, Path home) {
        return new ProjectSearch(home, ProjectSearch::device, it -> Files.getOwner(it, NOFOLLOW_LINKS)).from(directory);
    }

    Path from(Path directory) {
        try {
            Path start = directory.toRealPath();
            Path top = Files.exists(home) ? home.toRealPath() : home;
            Path at = start;
            while (at != null) {
                if (!Files.notExists(at.resolve(".carabiner").resolve("bundle.yaml"), NOFOLLOW_LINKS)) {
                    return at;
                }
                at = at.equals(top) ? null : above(at, start, top);
            }
            return directory;
        } catch (IOException e) {
            return directory; // what cannot be looked at is no way up
        }
    }

    private @Nullable Path above(Path at, Path start, Path top) throws IOException {
        Path parent = at.getParent();
        boolean ends = parent == null
                || parent.equals(top)
                || !String.valueOf(device.of(parent)).equals(String.valueOf(device.of(at)))
                || !String.valueOf(owner.of(parent)).equals(String.valueOf(owner.of(start)));
        return ends ? null : parent;
    }

    private static @Nullable Object device(Path directory) throws IOException {
        return directory.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(directory, "unix:dev", NOFOLLOW_LINKS)
                : Files.getFileStore(directory);
    }
}
