package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/** Looks at real processes. */
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

    /** An orphan stays a zombie until somebody reaps it, which is none of ours: it no longer runs. */
    public static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return false;
        }
    }

    public static void await(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("It did not come to that within 20 s");
            }
            Thread.sleep(5);
        }
    }
}
