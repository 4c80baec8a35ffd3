package dev.carabiner.approvals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The time of this machine, the same for all its processes. On Linux a deadline is also kept by the count of
 * nanoseconds since the machine started: setting the clock then neither expires a request nor lengthens it.
 */
final class MachineClock {

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private final String boot;

    MachineClock() {
        this.boot = bootId();
    }

    private static String bootId() {
        try {
            return Files.readString(BOOT_ID).strip();
        } catch (IOException e) {
            return ""; // another system: the clock on the wall is all there is
        }
    }

    long now() {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    }

    Deadline deadline(long now, long timeout) {
        return new Deadline(now + timeout, boot, System.nanoTime() + timeout * 1_000);
    }

    boolean isOver(Deadline deadline, long now) {
        boolean sameRun = !boot.isEmpty() && boot.equals(deadline.boot());
        return sameRun ? System.nanoTime() - deadline.monotonic() >= 0 : now >= deadline.expires();
    }
}
