package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Linux namespaces, by {@code bwrap}. The program has a view of the file system, processes and, if told so, network of its
 * own, no capability, and cannot get one. Its first process is bubblewrap's: when that ends, the system ends all others.
 */
final class Bubblewrap implements Sandbox {

    private static final Path ROOT = Path.of("/");

    /** What is the same for every command. As root, bubblewrap would leave all capabilities, with which mounts are undone. */
    private static final List<String> NAMESPACES = List.of(
            "--die-with-parent",
            "--new-session",
            "--unshare-user",
            "--unshare-pid",
            "--unshare-ipc",
            "--cap-drop",
            "ALL",
            "--ro-bind",
            "/",
            "/",
            "--dev",
            "/dev",
            "--proc",
            "/proc");

    /** Private: other programs' sockets and files lie there. To connect to a socket it need not be writable. */
    private static final List<Path> PRIVATE = Stream.of("/tmp", "/var/tmp", "/run", "/dev/shm")
            .map(Path::of)
            .filter(it -> Files.isDirectory(it, LinkOption.NOFOLLOW_LINKS))
            .toList();

    private static final long SIDE_SIZE = 256L << 20;

    private final Path program;

    /** What the last command began with: mostly the next one of the session begins with the same. */
    private volatile @Nullable Beginning last;

    Bubblewrap(Path program) {
        this.program = program;
    }

    /**
     * The words for one confinement, which hold as long as the same places are there.
     *
     * @param there the places that were looked at
     * @param words up to the directory that the command begins in
     */
    private record Beginning(Confinement confinement, Map<Path, Boolean> there, List<String> words) {

        /** The very same confinement, not an equal one: a session hands on the one that it has, and this is quick. */
        @SuppressWarnings("ReferenceEquality")
        boolean isFor(Confinement other) {
            return confinement == other
                    && there.entrySet().stream().allMatch(it -> Files.exists(it.getKey()) == it.getValue());
        }
    }

    @Override
    public Path program() {
        return program;
    }

    @Override
    public String name() {
        return "bubblewrap";
    }

    @Override
    public List<String> words(Confinement confinement, Path directory, List<String> command) {
        Beginning beginning = last;
        if (beginning == null || !beginning.isFor(confinement)) {
            beginning = beginning(confinement);
            last = beginning;
        }
        List<String> words = new ArrayList<>(beginning.words);
        words.addAll(List.of("--chdir", directory.toString(), "--"));
        words.addAll(command);
        return words;
    }

    private Beginning beginning(Confinement confinement) {
        Map<Path, Boolean> there = new HashMap<>();
        List<String> words = new ArrayList<>();
        words.add(program.toString());
        words.addAll(NAMESPACES);
        RootPlaces.SETTINGS.forEach(place -> words.addAll(bind("--ro-bind", place, place)));
        if (confinement.network() != Network.ON) {
            words.add("--unshare-net");
        }
        mounts(confinement, there).values().forEach(words::addAll);
        words.addAll(List.of("--remount-ro", "/dev"));
        return new Beginning(confinement, there, List.copyOf(words));
    }

    /** By destination, outer ones first, since an inner one is mounted on top of it. A later rule replaces an earlier one. */
    private static Map<Path, List<String>> mounts(Confinement it, Map<Path, Boolean> there) {
        Map<Path, List<String>> mounts = new TreeMap<>(Bubblewrap::outerFirst);
        for (Path place : PRIVATE) {
            mounts.put(place, empty(place, place.endsWith("tmp") ? it.limits().temporary() : SIDE_SIZE));
        }
        nameServers().forEach(file -> mounts.put(file, bind("--ro-bind", file, file)));
        Path nothing = CacheDirectory.emptyFile();
        there.put(nothing, true);
        RootPlaces.SECRETS.forEach(place -> mounts.put(place, covered(place, nothing)));
        it.hidden().stream()
                .filter(place -> isThere(place, there))
                .forEach(place -> mounts.put(place, covered(place, nothing)));
        it.moved().forEach((seen, real) -> mounts.put(seen, bind("--bind", real, seen)));
        it.shown().forEach((seen, real) -> put(mounts, "--ro-bind", real, seen, there));
        put(mounts, "--bind", it.workspace(), it.workspace(), there);
        it.writable().forEach(place -> put(mounts, "--bind", place, place, there));
        it.readOnly().stream()
                .filter(place -> it.hidden().stream().noneMatch(hidden -> isCovered(place, hidden, it)))
                .forEach(place -> put(mounts, "--ro-bind", place, place, there));
        mounts.remove(ROOT); // which is bound already, and never to write
        return mounts;
    }

    /** Whether a place cannot be seen, since it lies in something hidden that the workspace does not lie in. */
    private static boolean isCovered(Path place, Path hidden, Confinement it) {
        return place.startsWith(hidden) && !it.workspace().startsWith(hidden);
    }

    /** What is not there has nothing to protect or to show; the system would make it to have something to mount on. */
    private static void put(
            Map<Path, List<String>> mounts, String kind, Path real, Path seen, Map<Path, Boolean> there) {
        if (isThere(real, there)) {
            mounts.put(seen, bind(kind, real, seen));
        }
    }

    private static boolean isThere(Path place, Map<Path, Boolean> there) {
        return there.computeIfAbsent(place, Files::exists);
    }

    private static List<String> bind(String kind, Path real, Path seen) {
        return List.of(kind, real.toString(), seen.toString());
    }

    private static List<String> empty(Path directory, long size) {
        return List.of("--size", Long.toString(size), "--tmpfs", directory.toString());
    }

    private static List<String> covered(Path place, Path nothing) {
        return Files.isDirectory(place) ? empty(place, SIDE_SIZE) : bind("--ro-bind", nothing, place);
    }

    /** The file that tells where names are looked up is often a link into {@code /run}. */
    private static List<Path> nameServers() {
        try {
            Path real = Path.of("/etc/resolv.conf").toRealPath();
            return real.startsWith("/run") ? List.of(real) : List.of();
        } catch (IOException e) {
            return List.of(); // there is none
        }
    }

    private static int outerFirst(Path one, Path other) {
        int depth = Integer.compare(one.getNameCount(), other.getNameCount());
        return depth != 0 ? depth : one.compareTo(other);
    }
}
