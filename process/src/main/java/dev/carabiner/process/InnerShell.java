package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The first process of a confined command: a shell that sets limits, runs the command, and tells how it ended.
 *
 * <p>Its standard error is for that: a zero byte when the command has ended, and a one for each process that it left behind
 * and that was killed. What bubblewrap itself complains of stands there too. The command's own errors go to its output; or,
 * where they are kept apart, there as well, and then each such byte comes behind a sign ({@link SignedErrors}).
 */
final class InnerShell {

    /**
     * A caught signal is the default one for the command, so that a script which signals its whole group ends itself and
     * not this. Mostly nothing is left then, which one signal to all others tells. What is still ending when the command has
     * ended, such as the far end of {@code >(…)}, gets a moment. In {@code /proc} are then two processes: bubblewrap's and this
     * one.
     */
    private static final String SCRIPT = """
            trap : HUP INT QUIT TERM USR1 USR2 ALRM PIPE
            sign=$1 looks=0
            shift
            case $sign in
                -) sign= && "$@" 2>&1 ;;
                *) sign="\\000$sign" && "$@" ;;
            esac
            code=$?
            kill -0 -1 2>/dev/null || { printf "$sign\\000" >&2 && exit "$code"; }
            set -- /proc/[1-9]*
            while [ $# -gt 2 ] && [ "$looks" -lt 15 ]; do
                sleep 0.01
                looks=$((looks + 1))
                set -- /proc/[1-9]*
            done
            [ $# -lt 3 ] || kill -9 -1
            while [ $# -gt 2 ]; do
                printf "$sign\\001" >&2
                shift
            done
            printf "$sign\\000" >&2
            exit "$code"
            """;

    /** How to limit the number of processes: shells have two letters for it. */
    private static final String PROCESSES = processesOption();

    /** Threads count as processes there. */
    private static final int THREADS_EACH = 8;

    private InnerShell() {}

    /** @param sign what stands before its own bytes; empty if the command's errors go to its output */
    static List<String> around(SandboxLimits limits, String sign, List<String> command) {
        List<String> words =
                new ArrayList<>(List.of("/bin/sh", "-c", limited(limits) + SCRIPT, "sh", sign.isEmpty() ? "-" : sign));
        words.addAll(command);
        return words;
    }

    /** The same where the system does not end what a command started: only the limits are set. */
    static List<String> limiting(SandboxLimits limits, List<String> command) {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", limited(limits) + "exec \"$@\"", "sh"));
        words.addAll(command);
        return words;
    }

    /** Files in half kilobytes, memory in kilobytes. Limits of the system that are lower already stay. */
    private static String limited(SandboxLimits limits) {
        return "{ ulimit -c 0; ulimit -f " + Math.max(1, limits.fileSize() / 512) + "; ulimit -d "
                + Math.max(1, limits.memory() / 1024) + "; ulimit " + PROCESSES + " "
                + (long) limits.processes() * THREADS_EACH + "; } 2>/dev/null\n";
    }

    private static String processesOption() {
        try {
            String shell = String.valueOf(Path.of("/bin/sh").toRealPath().getFileName());
            return shell.contains("dash") || shell.contains("busybox") ? "-p" : "-u";
        } catch (IOException e) {
            return Files.exists(Path.of("/bin/bash")) ? "-u" : "-p";
        }
    }
}
