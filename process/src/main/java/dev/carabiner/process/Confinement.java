package dev.carabiner.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a confined program may touch. Everything is read-only but for what is named here; of two paths of which one lies in
 * the other, the inner one's rule holds for what is below it. Paths are absolute, and have no link in them.
 *
 * @param sandbox what holds it
 * @param workspace the directory that the program works on, which it may write
 * @param writable what else it may write
 * @param readOnly what it may not write although it lies in something that it may. A path that does not exist is left out
 * @param hidden what it finds empty, such as the home directory
 * @param shown what it may read although it lies in something hidden: the path that it knows, and where that lies
 * @param moved directories that it may write, which are others than it takes them for: caches
 * @param network how far it reaches
 * @param limits how much it may take
 */
public record Confinement(
        Sandbox sandbox,
        Path workspace,
        List<Path> writable,
        List<Path> readOnly,
        List<Path> hidden,
        Map<Path, Path> shown,
        Map<Path, Path> moved,
        Network network,
        SandboxLimits limits) {

    public Confinement {
        writable = List.copyOf(writable);
        readOnly = List.copyOf(readOnly);
        hidden = List.copyOf(hidden);
        shown = Map.copyOf(shown);
        moved = Map.copyOf(moved);
    }

    /** The workspace alone may be written; the home directories are hidden, but for the toolchains on the PATH. */
    public static Confinement of(Sandbox sandbox, Path workspace) {
        return new Confinement(
                        sandbox,
                        workspace,
                        List.of(),
                        List.of(),
                        List.of(),
                        Map.of(),
                        Map.of(),
                        Network.ON,
                        SandboxLimits.DEFAULT)
                .withHomes(HiddenHome.ofUser(workspace));
    }

    /**
     * The same, and these may be written too, also where they were read-only or hidden: what was granted for one call. What
     * lies in something that can be written anyway is not mounted by itself: a file with a mount on it cannot be replaced.
     */
    public Confinement opening(Collection<Path> paths) {
        List<Path> closed = new ArrayList<>(readOnly);
        closed.removeIf(it -> paths.stream().anyMatch(it::startsWith));
        List<Path> covered = new ArrayList<>(hidden);
        covered.removeAll(paths);
        List<Path> opened = paths.stream()
                .filter(it -> !isWritable(it))
                .map(OpenedPlace::directory)
                .distinct()
                .toList();
        return new Confinement(
                sandbox, workspace, joined(writable, opened), closed, covered, shown, moved, network, limits);
    }

    /** Whether the innermost rule for a path lets it be written, but for what is read-only. */
    private boolean isWritable(Path path) {
        int open = Stream.concat(Stream.of(workspace), writable.stream())
                .filter(path::startsWith)
                .mapToInt(Path::getNameCount)
                .max()
                .orElse(-1);
        int covered = Stream.concat(hidden.stream(), shown.keySet().stream())
                .filter(path::startsWith)
                .mapToInt(Path::getNameCount)
                .max()
                .orElse(-1);
        return open > covered;
    }

    /** The same, and these directories, which it may write, cannot be moved or deleted as a whole. */
    public Confinement holding(Collection<Path> directories) {
        return new Confinement(
                sandbox, workspace, joined(writable, directories), readOnly, hidden, shown, moved, network, limits);
    }

    /** The same, and these can only be read. */
    public Confinement protecting(Collection<Path> paths) {
        return new Confinement(
                sandbox, workspace, writable, joined(readOnly, paths), hidden, shown, moved, network, limits);
    }

    /** The same, and these are found empty. */
    public Confinement hiding(Collection<Path> paths) {
        return new Confinement(
                sandbox, workspace, writable, readOnly, joined(hidden, paths), shown, moved, network, limits);
    }

    /** The same, and these can be read, also where they were hidden. */
    public Confinement showing(Collection<Path> paths) {
        List<Path> covered = new ArrayList<>(hidden);
        covered.removeAll(paths);
        Map<Path, Path> all = new LinkedHashMap<>(shown);
        paths.forEach(it -> all.put(it, it));
        return new Confinement(sandbox, workspace, writable, readOnly, covered, all, moved, network, limits);
    }

    /** The same, and where a home directory is hidden, this one is found in its place and may be written. */
    public Confinement home(Path directory) {
        Map<Path, Path> others = new LinkedHashMap<>(moved);
        hidden.stream().filter(OpenedPlace.homes()::contains).forEach(it -> others.put(it, directory));
        return new Confinement(sandbox, workspace, writable, readOnly, hidden, shown, others, network, limits);
    }

    /** The same with another reach over the network. */
    public Confinement network(Network reach) {
        return new Confinement(sandbox, workspace, writable, readOnly, hidden, shown, moved, reach, limits);
    }

    /** The same with other limits. */
    public Confinement limits(SandboxLimits newLimits) {
        return new Confinement(sandbox, workspace, writable, readOnly, hidden, shown, moved, network, newLimits);
    }

    /** Every directory that it may write and that lies on a disk, outer ones only. */
    List<Path> grown() {
        List<Path> all = Stream.of(Stream.of(workspace), writable.stream(), moved.values().stream())
                .flatMap(it -> it)
                .distinct()
                .toList();
        return all.stream()
                .filter(it -> all.stream().noneMatch(outer -> !outer.equals(it) && it.startsWith(outer)))
                .toList();
    }

    private Confinement withHomes(HiddenHome home) {
        Map<Path, Path> caches = new LinkedHashMap<>(moved);
        caches.putAll(home.moved());
        Map<Path, Path> visible = new LinkedHashMap<>(shown);
        visible.putAll(home.shown());
        return new Confinement(
                sandbox,
                workspace,
                writable,
                joined(readOnly, home.readOnly()),
                joined(hidden, home.hidden()),
                visible,
                caches,
                network,
                limits);
    }

    private static List<Path> joined(Collection<Path> some, Collection<Path> others) {
        List<Path> all = new ArrayList<>(some);
        others.stream().filter(it -> !all.contains(it)).forEach(all::add);
        return all;
    }
}
