package dev.carabiner.approvals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * The time of this machine, the same for all its processes. On Linux a deadline is also kept by the count of
 * nanoseconds since the machine started: setting the clock then neither expires a request nor lengthens it.
 */
final class MachineClock {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final String boot;
    private final InstantSource wall;
    private final LongSupplier nanos;

    MachineClock() {
        this(bootId(), InstantSource.system(), System::nanoTime);
    }

    /**
     * @param boot differs after each start of the machine; empty if there is no count that all its processes share
     * @param nanos the count since that start
     */
    MachineClock(String boot, InstantSource wall, LongSupplier nanos) {
        this.boot = boot;
        this.wall = wall;
        this.nanos = nanos;
    }

    private static String bootId() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return ""; // another system: the clock on the wall is all there is
        }
    }

    long now() {
        return ApprovalRow.micros(wall.instant());
    }

    Deadline deadline(long now, long timeout) {
        return new Deadline(now + timeout, boot, nanos.getAsLong() + timeout * 1_000);
    }

    long nanosLeft(Deadline deadline, long now) {
        boolean sameRun = !boot.isEmpty() && boot.equals(deadline.boot());
        return sameRun ? deadline.monotonic() - nanos.getAsLong() : (deadline.expires() - now) * 1_000;
    }
}
