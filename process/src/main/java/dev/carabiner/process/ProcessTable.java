package dev.carabiner.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The system's processes. From {@code /proc} where there is one; elsewhere only what the JVM knows, which is less: no
 * sessions, no marks.
 *
 * <p>Any of them may end between two lines of this, so that one which cannot be looked at is one that is not there.
 */
final class ProcessTable {

    private static final Path PROC = Path.of("/proc");
    private static final boolean LINUX = Files.isReadable(PROC.resolve("self/stat"));
    private static final Pattern OWN_MEMORY = Pattern.compile("(?m)^RssAnon:\\s+(\\d+) kB$");
    private static final Pattern TASKS = Pattern.compile(" \\d+/(\\d{1,9}) ");
    private static final int TICKS_PER_SECOND = 100;
    private static final int MOST_BYTES = 4 * 1024 * 1024;
    private static final int USUAL_BYTES = 4096;

    private ProcessTable() {}

    /** The time as {@link ProcessEntry#start} has it, a little early. */
    static long now() {
        String uptime = LINUX ? text(PROC.resolve("uptime")) : "";
        return uptime.isEmpty() ? 0 : (long) ((Double.parseDouble(uptime.split(" ", 2)[0]) - 0.1) * TICKS_PER_SECOND);
    }

    /**
     * All that run, by number; where the system does not show all, those below the root. Null if they cannot be listed
     * now, as when this JVM has no file descriptor left: that nothing is seen does not mean that there is nothing.
     */
    static @Nullable Map<Long, ProcessEntry> read(ProcessHandle root) {
        Map<Long, ProcessEntry> running = new HashMap<>();
        if (LINUX) {
            try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[1-9]*")) {
                for (Path process : all) {
                    Path stat = process.resolve("stat");
                    String text = text(stat);
                    if (text.isEmpty() && Files.exists(stat)) {
                        text = text(stat); // its number has just been given to another, or it cannot be opened
                    }
                    ProcessEntry entry = entry(text);
                    if (entry != null) {
                        running.put(entry.pid(), entry);
                    } else if (text.isEmpty() && Files.isReadable(stat)) {
                        return null;
                    }
                }
                return running;
            } catch (IOException | DirectoryIteratorException e) {
                System.getLogger(ProcessTable.class.getName())
                        .log(System.Logger.Level.WARNING, "The processes of this system cannot be listed", e);
                return null;
            }
        }
        try (Stream<ProcessHandle> below = Stream.concat(Stream.of(root), root.descendants())) {
            below.filter(ProcessHandle::isAlive).forEach(it -> running.put(it.pid(), entry(it)));
        }
        return running;
    }

    /** Where a process writes its output to: a name that only one pipe has, or empty if it cannot be seen. */
    static String outputOf(long pid) {
        return LINUX ? link(PROC.resolve(pid + "/fd/1")) : "";
    }

    /** Whether a process has this in its environment, or writes to this. */
    static boolean isMarked(long pid, byte[] variable, String output) {
        if (!LINUX || pid == ProcessHandle.current().pid()) {
            return false;
        }
        Path process = PROC.resolve(Long.toString(pid));
        return contains(bytes(process.resolve("environ")), variable)
                || (!output.isEmpty()
                        && List.of("fd/1", "fd/2").stream()
                                .anyMatch(it -> link(process.resolve(it)).equals(output)));
    }

    /** Kills exactly this process, not another that has got its number since. */
    static boolean kill(ProcessEntry process) {
        ProcessHandle handle = ProcessHandle.of(process.pid()).orElse(null);
        if (handle == null) {
            return false;
        }
        return process.isSame(now(handle)) && handle.destroyForcibly();
    }

    /** The first process that another one has started, or null if it has none, or that cannot be seen. */
    static @Nullable ProcessEntry firstChild(long pid) {
        String children = text(children(pid));
        return children.isBlank() ? null : entry(text(PROC.resolve(children.split(" ", 2)[0] + "/stat")));
    }

    /**
     * Whether a process of one thread may have started others that are not gone. The system may leave out one of several that
     * are just ending, but never says that there are none while there are. Where it says nothing, there may be some.
     */
    static boolean mayHaveChildren(long pid) {
        try (InputStream in = new FileInputStream(children(pid).toFile())) {
            return in.read() >= 0;
        } catch (IOException e) {
            return true;
        }
    }

    private static Path children(long pid) {
        return PROC.resolve(pid + "/task/" + pid + "/children");
    }

    /** How many threads the whole system has now, or 0 if it does not say. */
    static int tasks() {
        Matcher all = TASKS.matcher(text(PROC.resolve("loadavg")));
        return all.find() ? Integer.parseInt(all.group(1)) : 0;
    }

    static boolean isRunning(ProcessEntry process) {
        return process.isSame(entry(text(PROC.resolve(process.pid() + "/stat"))));
    }

    /** How many bytes of memory a process has for itself; 0 if it is gone. */
    static long memoryOf(long pid) {
        Matcher own = OWN_MEMORY.matcher(text(PROC.resolve(pid + "/status")));
        return own.find() ? Long.parseLong(own.group(1)) * 1024 : 0;
    }

    /** A process as it is now, or null if it is dead already. */
    static @Nullable ProcessEntry now(ProcessHandle handle) {
        return LINUX ? entry(text(PROC.resolve(handle.pid() + "/stat"))) : entry(handle);
    }

    private static ProcessEntry entry(ProcessHandle handle) {
        long parent = handle.parent().map(ProcessHandle::pid).orElse(-1L);
        long start = handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return new ProcessEntry(handle.pid(), parent, -1, start);
    }

    /**
     * The name of the program stands in parentheses and may hold anything. Null for one that is dead already, and that
     * is not one of which only the first thread has ended.
     */
    static @Nullable ProcessEntry entry(String stat) {
        int end = stat.lastIndexOf(')');
        int name = stat.indexOf(" (");
        if (end < 0 || name < 0) {
            return null;
        }
        String[] fields = stat.substring(end + 2).split(" ", -1);
        if (fields.length < 20 || fields[0].equals("X") || (fields[0].equals("Z") && fields[17].equals("1"))) {
            return null;
        }
        return new ProcessEntry(
                Long.parseLong(stat.substring(0, name)),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[19]));
    }

    private static boolean contains(byte[] all, byte[] part) {
        for (int i = 0; i <= all.length - part.length; i++) {
            if (ByteBuffer.wrap(all, i, part.length).equals(ByteBuffer.wrap(part))) {
                return true;
            }
        }
        return false;
    }

    private static String text(Path file) {
        return new String(bytes(file), StandardCharsets.ISO_8859_1);
    }

    /**
     * Not with a channel: an interrupted thread could not read, and would take everything for dead. Nearly all fit into the
     * first piece, and are then read without asking for a length that these files do not have.
     */
    private static byte[] bytes(Path file) {
        try (InputStream in = new FileInputStream(file.toFile())) {
            byte[] piece = new byte[USUAL_BYTES];
            int length = in.readNBytes(piece, 0, piece.length);
            if (length < piece.length) {
                return Arrays.copyOf(piece, length);
            }
            byte[] rest = in.readNBytes(MOST_BYTES - length);
            byte[] all = Arrays.copyOf(piece, length + rest.length);
            System.arraycopy(rest, 0, all, length, rest.length);
            return all;
        } catch (IOException e) {
            return new byte[0];
        }
    }

    private static String link(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
