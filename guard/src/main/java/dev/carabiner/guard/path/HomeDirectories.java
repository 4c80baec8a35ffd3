package dev.carabiner.guard.path;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The user's home directories: what a shell takes for it, which is {@code HOME}, and what the system has written down as
 * such. They differ where a process runs as another user or in a container.
 */
public final class HomeDirectories {

    private HomeDirectories() {}

    /** As they are spelled, the shell's first. */
    public static List<String> spelled() {
        return Stream.of(System.getenv("HOME"), System.getProperty("user.home"))
                .filter(Objects::nonNull)
                .filter(home -> !home.isBlank())
                .distinct()
                .toList();
    }

    /** Where {@code ~} leads in a shell; relative, if {@code HOME} is. */
    public static Path ofShell() {
        return Path.of(spelled().stream().findFirst().orElse("/"));
    }

    /** Each as it is spelled and where its links end. */
    public static List<Path> places() {
        return places(spelled());
    }

    /** The same for these; the root, if none is absolute. */
    public static List<Path> places(List<String> spelled) {
        Set<Path> homes = new LinkedHashSet<>();
        for (String home : spelled) {
            Path place = Path.of(home).normalize();
            if (place.isAbsolute()) {
                homes.add(place);
                homes.add(linksFollowed(place));
            }
        }
        return homes.isEmpty() ? List.of(Path.of("/")) : List.copyOf(homes);
    }

    private static Path linksFollowed(Path place) {
        try {
            return place.toRealPath();
        } catch (IOException e) {
            return place; // it need not be there to be protected
        }
    }
}
