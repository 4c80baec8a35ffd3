package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much a confined command may take, all that it starts included. Sizes are in bytes.
 *
 * @param processes how many at once; a command that has more is stopped
 * @param memory of all processes together, and of each; a command that takes more is stopped
 * @param fileSize the largest file that it can write
 * @param growth how much more than before may lie in the directories that it can write; a command that writes more is stopped
 * @param temporary the size of its private temporary directory
 */
public record SandboxLimits(int processes, long memory, long fileSize, long growth, long temporary) {

    private static final long GIGABYTE = 1L << 30;
    private static final Pattern TOTAL = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB$");

    /** 512 processes, half of the machine's memory, files of 4 GB, 8 GB more on disk, and 1 GB of temporary files. */
    public static final SandboxLimits DEFAULT =
            new SandboxLimits(512, halfOfMemory(), 4 * GIGABYTE, 8 * GIGABYTE, GIGABYTE);

    public SandboxLimits {
        if (processes < 1 || memory < 1 || fileSize < 1 || growth < 1 || temporary < 1) {
            throw new IllegalArgumentException("A limit of the sandbox is not positive; expected each to be");
        }
    }

    /** The same with another number of processes. */
    public SandboxLimits processes(int most) {
        return new SandboxLimits(most, memory, fileSize, growth, temporary);
    }

    /** The same with another amount of memory. */
    public SandboxLimits memory(long bytes) {
        return new SandboxLimits(processes, bytes, fileSize, growth, temporary);
    }

    /** The same with another size of the largest file. */
    public SandboxLimits fileSize(long bytes) {
        return new SandboxLimits(processes, memory, bytes, growth, temporary);
    }

    /** The same with another amount that may be written. */
    public SandboxLimits growth(long bytes) {
        return new SandboxLimits(processes, memory, fileSize, bytes, temporary);
    }

    /** The same with another size of the temporary directory. */
    public SandboxLimits temporary(long bytes) {
        return new SandboxLimits(processes, memory, fileSize, growth, bytes);
    }

    private static long halfOfMemory() {
        try {
            Matcher total = TOTAL.matcher(Files.readString(Path.of("/proc/meminfo")));
            return total.find() ? Math.max(GIGABYTE, Long.parseLong(total.group(1)) * 512) : 4 * GIGABYTE;
        } catch (IOException e) {
            return 4 * GIGABYTE; // a system that does not say
        }
    }
}
