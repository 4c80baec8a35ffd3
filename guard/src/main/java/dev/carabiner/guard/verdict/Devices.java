package dev.carabiner.guard.verdict;

import dev.carabiner.guard.path.Workspace;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;

/** What the names below {@code /dev} stand for: streams, connections, disks, and what never ends. */
final class Devices {

    private static final Pattern STREAM = Pattern.compile(
            "-|/dev/(null|stdout|stderr|stdin|tty|zero|full|u?random|fd/.*|shm/.*|pts/.*)|/dev/tcp/.*|/dev/udp/.*");
    private static final Set<String> STREAMS =
            Set.of("null", "stdout", "stderr", "stdin", "tty", "fd", "zero", "full", "random", "urandom");
    private static final Set<String> ENDLESS = Set.of("/dev/zero", "/dev/full", "/dev/random", "/dev/urandom");
    private static final Pattern DISK =
            Pattern.compile("/dev/(sd|hd|vd|xvd|nvme|mmcblk|dm-|mapper|loop|disk|mem|kmem|port|sr)[^/]*(/.*)?");
    private static final String ALL = "/dev/";

    private Devices() {}

    /** Whether the word is a stream, which is no file to be looked at. */
    static boolean isStream(String word) {
        return (word.startsWith("-") || word.startsWith(ALL))
                && STREAM.matcher(word).matches();
    }

    /** Whether bash opens a connection for a redirection to or from it. */
    static boolean isConnection(String word) {
        return word.startsWith("/dev/tcp/") || word.startsWith("/dev/udp/");
    }

    /** Whether reading it never ends. */
    static boolean isEndless(String word) {
        return ENDLESS.contains(word);
    }

    /** Whether what is written to this place goes to a device, or changes how the system works. */
    static boolean isDevice(Path place) {
        if (place.startsWith("/proc/sys") || place.startsWith("/proc/sysrq-trigger") || place.startsWith("/sys")) {
            return true;
        }
        boolean device = place.getNameCount() > 1
                && Workspace.sameName(place.getName(0).toString(), "dev")
                && !place.startsWith("/dev/shm")
                && !place.startsWith("/dev/pts");
        return device && !STREAMS.contains(place.getName(1).toString());
    }

    /** Whether all files of a disk, or the memory, can be read from this place. */
    static boolean isDisk(Path place) {
        String path = place.toString();
        return path.equals("/proc/kcore")
                || (path.startsWith(ALL) && DISK.matcher(path).matches());
    }
}
