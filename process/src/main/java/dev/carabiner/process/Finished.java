package dev.carabiner.process;

import java.nio.file.Path;
import java.util.List;

/**
 * How a program ended, with all that it had started.
 *
 * @param exitCode its own, or that of a killed one
 * @param output what was written to both streams, or to standard output alone where the streams are kept apart; the middle
 *     is left out, saying so, if it was too much
 * @param truncated whether something was left out, of either stream
 * @param killed how many processes still ran and had to be killed: all of them if it was stopped, else those that it
 *     left behind
 * @param errors what was written to standard error, if the streams are kept apart; else empty
 * @param putBack protected files that it had changed; they are as they were
 */
public record Finished(
        int exitCode, String output, boolean truncated, Ending ending, int killed, String errors, List<Path> putBack) {

    public Finished {
        putBack = List.copyOf(putBack);
    }

    /** With nothing that was put back. */
    public Finished(int exitCode, String output, boolean truncated, Ending ending, int killed, String errors) {
        this(exitCode, output, truncated, ending, killed, errors, List.of());
    }

    /** With both streams in one. */
    public Finished(int exitCode, String output, boolean truncated, Ending ending, int killed) {
        this(exitCode, output, truncated, ending, killed, "");
    }

    /** The same, and these protected files had been changed by it and were put back. */
    public Finished puttingBack(List<Path> files) {
        return new Finished(exitCode, output, truncated, ending, killed, errors, files);
    }

    /** Why it was over. */
    public enum Ending {
        /** By itself. */
        EXITED,
        /** It took longer than its limit. */
        TIMED_OUT,
        /** It had more processes at once than it may. */
        TOO_MANY_PROCESSES,
        /** Confined, it took more memory than its limit. */
        TOO_MUCH_MEMORY,
        /** Confined, it wrote more than its limit. */
        TOO_MUCH_WRITTEN
    }

    /** Whether it was ended because it took longer than its limit. */
    public boolean timedOut() {
        return ending == Ending.TIMED_OUT;
    }

    /** Whether it came to its own end, that was a good one, and nothing had to be put back. */
    public boolean succeeded() {
        return ending == Ending.EXITED && exitCode == 0 && putBack.isEmpty();
    }
}
