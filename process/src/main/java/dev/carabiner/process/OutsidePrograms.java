package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Programs that a host runs for itself: never one that lies in the project, whatever the PATH says. */
public final class OutsidePrograms {

    private static final List<String> USUAL = List.of("/usr/local/bin", "/usr/bin", "/bin");

    private OutsidePrograms() {}

    /**
     * The program of that name, by its real path.
     *
     * @param project places in it, or that lead into it, are passed over; so are relative ones
     * @return null if there is none
     */
    public static @Nullable Path find(String name, Path project) {
        return find(name, project, System.getenv());
    }

    static @Nullable Path find(String name, Path project, Map<String, String> environment) {
        Path within = real(project.toAbsolutePath().toString());
        String path = environment.getOrDefault("PATH", "");
        return Stream.concat(Arrays.stream(path.split(":", -1)), USUAL.stream())
                .filter(place -> place.startsWith("/"))
                .filter(place -> within == null || !Path.of(place).normalize().startsWith(project.toAbsolutePath()))
                .map(place -> real(place + "/" + name))
                .filter(Objects::nonNull)
                .filter(program -> within == null || !program.startsWith(within))
                .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Path real(String place) {
        try {
            return Path.of(place).toRealPath();
        } catch (IOException | InvalidPathException e) {
            return null; // it is not there
        }
    }
}
