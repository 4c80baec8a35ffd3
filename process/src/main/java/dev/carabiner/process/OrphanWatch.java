package dev.carabiner.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Ends what runs on this JVM's behalf if the JVM is killed and cannot do it any more. One small shell for all commands,
 * beside them and not around them: it waits for the end of its input, which is the end of this JVM, however that comes,
 * and then kills whatever carries this JVM's mark. An orderly end leaves it nothing to kill.
 *
 * <p>Only where there is a {@code /proc} to find marks in.
 */
final class OrphanWatch {

    private static final List<String> NEEDED = List.of("/bin/sh", "/usr/bin/setsid", "/proc/self/environ");

    /**
     * Looks until it has twice found nothing, since a program may just be starting when the JVM is killed, and not for
     * ever, since some cannot be killed. With a marked process go those below it, and the session that it leads, for those
     * that have dropped their environment; other sessions are strangers', such as the one that the JVM itself was started
     * in. A {@link Keeper} is asked to end all below it, and is not killed before it had time for that.
     */
    private static final String SCRIPT = """
            while read -r line; do :; done
            looks=0 none=0
            while [ "$none" -lt 2 ] && [ "$looks" -lt 100 ]; do
                looks=$((looks + 1)) none=$((none + 1)) found=' ' before=
                for file in $(grep -laF -e "$1" /proc/[1-9]*/environ); do
                    none=0 pid=${file#/proc/}
                    found="$found${pid%/environ} "
                done
                while [ "$none" -eq 0 ] && [ "$found" != "$before" ]; do
                    before=$found
                    for file in /proc/[1-9]*/stat; do
                        read -r stat <"$file" || continue
                        set -- "$1" ${stat##*) }
                        case $found in
                            *" ${stat%% *} "*) ;;
                            *" $3 "* | *" $5 "*) found="$found${stat%% *} " ;;
                        esac
                    done
                done
                for pid in $found; do
                    read -r name <"/proc/$pid/comm" || continue
                    [ "$name" = perl ] && [ "$looks" -lt 30 ] && kill "$pid" || kill -9 "$pid"
                done
                sleep 0.1
            done
            """;

    private static final ReentrantLock LOCK = new ReentrantLock();

    /** Held for good: if it were collected, its input would be closed, and that means the end of this JVM. */
    private static @Nullable Process watch;

    private static boolean impossible;

    private OrphanWatch() {}

    /**
     * Starts the watching process, unless it runs already.
     *
     * @param mark what the environment of everything that this JVM runs contains
     */
    static void keep(String mark) {
        LOCK.lock();
        try {
            if (!impossible && (watch == null || !watch.isAlive())) {
                watch = start(mark);
            }
        } catch (IOException e) {
            impossible = true;
            System.getLogger(OrphanWatch.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "Commands will go on if this program is killed: what would end them does not start",
                            e);
        } finally {
            LOCK.unlock();
        }
    }

    private static @Nullable Process start(String mark) throws IOException {
        if (!NEEDED.stream().map(Path::of).allMatch(Files::isReadable)) {
            impossible = true;
            return null;
        }
        // in a session of its own, since Ctrl-C must not reach it
        ProcessBuilder builder = new ProcessBuilder("/usr/bin/setsid", "/bin/sh", "-c", SCRIPT, "carabiner", mark)
                .directory(Path.of("/").toFile())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        String outer = System.getenv(ProcessTree.MARK);
        environment.clear();
        environment.put("PATH", "/usr/bin:/bin");
        if (outer != null) {
            environment.put(ProcessTree.MARK, outer);
        }
        return builder.start();
    }
}
