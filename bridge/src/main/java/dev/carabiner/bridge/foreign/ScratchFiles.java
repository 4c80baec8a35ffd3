package dev.carabiner.bridge.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files that hooks expect and that there are none of here: an empty transcript, a place for variables, and a home directory for what
 * they keep from one call to the next, such as whom they have warned already. All are gone with the session.
 */
final class ScratchFiles implements AutoCloseable {

    /** What is in the home directory beyond this is taken away before the next hook runs. */
    private static final long MOST_KEPT = 64L << 20;

    /** What a file takes at least, so that many empty ones count too. */
    private static final long BLOCK = 4096;

    private static final String FILES = "files";

    /** What is in the home directory of a person who uses agents: hooks append to files there without making the directory. */
    private static final List<String> USUAL = List.of(
            ".claude/logs",
            ".codex/log",
            ".gemini/tmp",
            ".copilot/logs",
            ".cursor/logs",
            ".cline",
            ".qwen/tmp",
            ".config",
            ".cache",
            ".local/share",
            ".local/state");

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Path, Integer> numbers = new HashMap<>();
    private @Nullable Path directory;

    /** The file of that name, empty when it is asked for the first time. */
    Path file(String name) {
        lock.lock();
        try {
            Path file = Files.createDirectories(root().resolve(FILES)).resolve(name);
            return Files.exists(file) ? file : Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("A file for a hook cannot be made", e);
        } finally {
            lock.unlock();
        }
    }

    /** The directory where the hooks of one plug-in keep what they know from one call to the next. */
    Path dataOf(Path plugin) {
        lock.lock();
        try {
            int number = numbers.computeIfAbsent(plugin, it -> numbers.size() + 1);
            return Files.createDirectories(root().resolve(FILES).resolve("plugin-data-" + number));
        } catch (IOException e) {
            throw new UncheckedIOException("A directory for a hook cannot be made", e);
        } finally {
            lock.unlock();
        }
    }

    /** The directory that confined hooks find in place of the hidden home directory. */
    Path home() {
        lock.lock();
        try {
            Path home = root().resolve("home");
            if (Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS) && size(home) > MOST_KEPT) {
                delete(home);
            }
            if (!Files.exists(home, LinkOption.NOFOLLOW_LINKS)) {
                for (String usual : USUAL) {
                    Files.createDirectories(home.resolve(usual));
                }
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException("A directory for a hook cannot be made", e);
        } finally {
            lock.unlock();
        }
    }

    private Path root() throws IOException {
        Path root =
                directory == null ? Files.createTempDirectory("carabiner-hooks").toRealPath() : directory;
        directory = root;
        return root;
    }

    private static long size(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.mapToLong(it -> BLOCK + it.toFile().length()).sum();
        } catch (UncheckedIOException e) {
            return 0; // a hook that still runs has taken something away
        }
    }

    /** Where the files are: a hook may write them. What is above is out of its reach, so that it cannot put a link in the place of its home. */
    List<Path> directories() {
        lock.lock();
        try {
            return directory == null ? List.of() : List.of(directory.resolve(FILES));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (directory != null) {
                delete(directory);
            }
            directory = null;
        } finally {
            lock.unlock();
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.getLogger(ScratchFiles.class.getName()).log(Logger.Level.DEBUG, "Files of hooks are left", e);
        }
    }
}
