package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The directory that is mounted so that a command can write a place. A file is mostly replaced by renaming another one, which
 * a mount of the file alone would refuse, and one that does not exist cannot be mounted: so it is the directory.
 */
final class OpenedPlace {

    private OpenedPlace() {}

    /** The place itself if it is a directory, else the nearest one above it that exists. */
    static Path directory(Path place) {
        Path at = place;
        while (at.getParent() != null && !Files.isDirectory(at, LinkOption.NOFOLLOW_LINKS)) {
            at = at.getParent();
        }
        return at;
    }

    /** Whether the place can be opened without opening the root or a home directory as a whole. */
    static boolean canOpen(Path place, Path workspace) {
        Path directory = directory(place);
        return place.startsWith(workspace)
                || (directory.getNameCount() > 0 && homes().stream().noneMatch(it -> it.startsWith(directory)));
    }

    /** The home directories of this user, by their real paths. */
    static Set<Path> homes() {
        Set<Path> homes = new LinkedHashSet<>();
        for (String name :
                List.of(System.getProperty("user.home", ""), System.getenv().getOrDefault("HOME", ""))) {
            Path home = real(name);
            if (home != null) {
                homes.add(home);
            }
        }
        return homes;
    }

    private static @Nullable Path real(String name) {
        try {
            return name.startsWith("/") ? Path.of(name).toRealPath() : null;
        } catch (IOException e) {
            return null; // there is none
        }
    }
}
