package dev.carabiner.process;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What was granted to one command beyond the sandbox.
 *
 * @param writable what it may write besides, protected or outside
 * @param readable what it may read besides
 * @param outside whether it runs outside the sandbox altogether
 */
public record Opening(Set<Path> writable, Set<Path> readable, boolean outside) {

    /** Nothing: the command runs confined as all others. */
    public static final Opening NONE = new Opening(Set.of(), Set.of(), false);

    public Opening {
        writable = Set.copyOf(writable);
        readable = Set.copyOf(readable);
    }

    /** What a guard has had granted, by the text of the command. */
    @FunctionalInterface
    public interface Source {

        /** The contribution channel on which a guard offers one of these to the tools of its session. */
        String CHANNEL = "sandbox:openings";

        /** What the guard has asked for when it last judged this command in this session; {@link #NONE} for nothing. */
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

    private Opening and(Opening other) {
        return equals(NONE)
                ? other
                : new Opening(
                        union(writable, other.writable), union(readable, other.readable), outside || other.outside);
    }

    private static Set<Path> union(Set<Path> one, Set<Path> other) {
        Set<Path> all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }
}
