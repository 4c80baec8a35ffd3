package dev.carabiner.guard.verdict;

import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a line needs beyond a plain run inside the sandbox. Paths are absolute and canonical as far as they could be
 * resolved; a path stands for all that is below it.
 *
 * @param writes places outside the working directory and the temporary directories that it writes, deletes or moves
 * @param protectedWrites protected places that it writes, such as {@code .git/config}; inside or outside
 * @param secretReads private keys, credentials and tokens that it reads
 * @param network whether a program of it is known to use the network
 * @param host whether it needs processes, services, devices or users of the host, such as {@code systemctl} or
 *     {@code sudo}
 */
public record Reach(Set<Path> writes, Set<Path> protectedWrites, Set<Path> secretReads, boolean network, boolean host) {

    /** Nothing beyond the sandbox. */
    public static final Reach NONE = new Reach(Set.of(), Set.of(), Set.of(), false, false);

    public Reach {
        writes = Set.copyOf(writes);
        protectedWrites = Set.copyOf(protectedWrites);
        secretReads = Set.copyOf(secretReads);
    }

    /** Whether the line cannot do its work inside the sandbox. Network alone does not count: it is a setting of its own. */
    public boolean isOutside() {
        return host || !(writes.isEmpty() && protectedWrites.isEmpty() && secretReads.isEmpty());
    }

    /** What either of them needs. */
    Reach and(Reach other) {
        return new Reach(
                union(writes, other.writes),
                union(protectedWrites, other.protectedWrites),
                union(secretReads, other.secretReads),
                network || other.network,
                host || other.host);
    }

    private static Set<Path> union(Set<Path> one, Set<Path> other) {
        Set<Path> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }
}
