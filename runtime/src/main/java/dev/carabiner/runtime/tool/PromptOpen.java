package dev.carabiner.runtime.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Opens a file that was a regular one a moment ago. If a pipe was put in its place since, opening it would wait for its other
 * end, for ever, and this library cannot ask the system not to wait. So another thread becomes that other end after a moment,
 * and what was opened is then refused.
 */
final class PromptOpen {

    private static final long PATIENCE_MILLIS = 300;
    private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS);
    private static final Set<OpenOption> BOTH_ENDS =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, NOFOLLOW_LINKS);
    private static final ScheduledThreadPoolExecutor WATCH = watch();

    private PromptOpen() {}

    /** The one file, opened in one way or another. */
    @FunctionalInterface
    interface Opener {
        SeekableByteChannel open(Set<OpenOption> options) throws IOException;
    }

    /** What may wait at a pipe. */
    @FunctionalInterface
    interface Attempt<T> {
        T now() throws IOException;
    }

    /** For an attempt of another kind, such as to open it as a directory, which a pipe is then found not to be. */
    static <T> T watched(String name, Opener file, Attempt<T> attempt) throws IOException {
        ScheduledFuture<?> release = WATCH.scheduleWithFixedDelay(
                () -> release(name, file), PATIENCE_MILLIS, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        try {
            return attempt.now();
        } finally {
            release.cancel(false);
        }
    }

    /** @throws FileSystemException if it is a pipe, a socket or a terminal by now */
    static SeekableByteChannel of(String name, Opener file) throws IOException {
        SeekableByteChannel channel = watched(name, file, () -> file.open(READING));
        try {
            channel.position(); // which only what can be sought in has
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new FileSystemException(name, null, "has become a pipe, a socket or a device since it was looked up");
        }
    }

    /** To open both ends of a pipe does not wait. */
    private static void release(String name, Opener file) {
        try {
            file.open(BOTH_ENDS).close();
        } catch (IOException e) {
            System.getLogger(PromptOpen.class.getName()).log(Level.DEBUG, "Opening " + name + " takes long", e);
        }
    }

    private static ScheduledThreadPoolExecutor watch() {
        ScheduledThreadPoolExecutor watch = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name("slow-opens").factory());
        watch.setRemoveOnCancelPolicy(true);
        return watch;
    }
}
