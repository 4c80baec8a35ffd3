package dev.carabiner.process;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What was granted to one command beyond the sandbox.
 *
 * @param writable what it may write besides, protected or outside, with all that is below
 * @param readable what it may read besides
 * @param outside whether it runs outside the sandbox altogether. Protected files that are not among the writable ones are
 *     put back even then
 * @param home what it finds in place of an empty home directory, and may write; null for an empty one
 */
public record Opening(
        Set<Path> writable,
        Set<Path> readable,
        boolean outside,
        @Nullable Path home) {

    /** Nothing: the command runs confined as all others. */
    public static final Opening NONE = new Opening(Set.of(), Set.of(), false);

    public Opening {
        writable = Set.copyOf(writable);
        readable = Set.copyOf(readable);
    }

    /** With an empty home directory. */
    public Opening(Set<Path> writable, Set<Path> readable, boolean outside) {
        this(writable, readable, outside, null);
    }

    /**
     * What a command needs to write and read these, and no more than the system can open. A place in the workspace, or in a
     * directory that can be opened by itself, is opened; for one directly in the home directory, or in the root, the command
     * runs outside altogether, since opening that directory would open all that is in it.
     *
     * @param workspace the session's working directory, by its real path
     * @param needsHost whether the command needs processes or services of the host, so that it runs outside in any case
     */
    public static Opening reaching(
            Path workspace, Collection<Path> writable, Collection<Path> readable, boolean needsHost) {
        boolean outside = needsHost || writable.stream().anyMatch(it -> !OpenedPlace.canOpen(it, workspace));
        return new Opening(new TreeSet<>(writable), new TreeSet<>(readable), outside);
    }

    /**
     * What a program needs that the user's own settings start, such as a hook: the files that its words name, to read, also
     * where the home directory is hidden; nothing to write.
     *
     * @param workspace the session's working directory, by its real path
     * @param besides more that it is given to read, of which what is in the workspace, or does not exist, is left out
     */
    public static Opening forProgram(Command program, Path workspace, Collection<Path> besides) {
        Set<Path> readable = NamedFiles.in(program.words(), program.environment(), workspace);
        besides.stream()
                .map(it -> it.toAbsolutePath().normalize())
                .filter(it -> !it.startsWith(workspace) && OpenedPlace.canOpen(it, workspace))
                .forEach(readable::add);
        return new Opening(Set.of(), readable, false);
    }

    /** The same, and these may be written too, with files in them that were to be read. */
    public Opening writing(Collection<Path> more) {
        Set<Path> elsewhere = readable.stream()
                .filter(it -> more.stream().noneMatch(it::startsWith))
                .collect(Collectors.toSet());
        return new Opening(union(writable, Set.copyOf(more)), elsewhere, outside, home);
    }

    /** The same with a directory, by its real path, that is found in place of an empty home directory: what is written there stays. */
    public Opening at(Path directory) {
        return new Opening(writable, readable, outside, directory);
    }

    /** What a guard has had granted, by the text of the command. */
    @FunctionalInterface
    public interface Source {

        /** The contribution channel on which a guard offers one of these to the tools of its session. */
        String CHANNEL = "sandbox:openings";

        /**
         * What the guard has asked for when it last judged this command in this session; {@link #NONE} for nothing. The
         * caller has a permit for the command, so that the question was answered with a yes.
         */
        Opening of(String command);
    }

    /** What the sources among these have for a command, together. */
    public static Opening among(List<?> contributions, String command) {
        Opening all = NONE;
        for (Object each : contributions) {
            if (each instanceof Source source) {
                all = all.and(source.of(command));
            }
        }
        return all;
    }

    /** Whether nothing is granted. */
    public boolean isNone() {
        return writable.isEmpty() && readable.isEmpty() && !outside && home == null;
    }

    private Opening and(Opening other) {
        return new Opening(
                union(writable, other.writable),
                union(readable, other.readable),
                outside || other.outside,
                home == null ? other.home : home);
    }

    private static Set<Path> union(Set<Path> one, Set<Path> other) {
        Set<Path> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
