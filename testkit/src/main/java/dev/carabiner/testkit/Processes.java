package dev.carabiner.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Looks at real processes, by their ids. */
public final class Processes {

    private Processes() {}

    /** Waits for a number that a script writes into a file. */
    public static long pidIn(Path file) throws IOException, InterruptedException {
        await(() -> {
            try {
                return Files.exists(file) && Files.readString(file).endsWith("\n");
            } catch (IOException e) {
                return false;
            }
        });
        return Long.parseLong(Files.readString(file).strip());
    }

    /** Whether the process runs. A zombie, which only waits to be reaped, does not. */
    public static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits until the condition holds. Throws an {@link AssertionError} after 20 seconds. */
    public static void await(BooleanSupplier condition) throws InterruptedException {
        await(condition, Duration.ofSeconds(20));
    }

    /** The same with another limit. */
    public static void await(BooleanSupplier condition, Duration atMost) throws InterruptedException {
        long until = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("It did not come to that within " + atMost);
            }
            Thread.sleep(5);
        }
    }
}
