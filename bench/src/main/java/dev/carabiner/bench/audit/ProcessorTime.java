package dev.carabiner.bench.audit;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The processor time of all threads of this process, the JVM's own included. */
final class ProcessorTime {
    /** Linux counts it in ns there; what the JVM tells comes in steps of a hundredth of a second. */
    private static final Path TASKS = Path.of("/proc/self/task");

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ProcessorTime() {}

    static long nanos() throws IOException {
        if (!Files.exists(TASKS)) {
            return SYSTEM.getProcessCpuTime();
        }
        long nanos = 0;
        try (Stream<Path> tasks = Files.list(TASKS)) {
            for (Path task : tasks.toList()) {
                nanos += nanos(task);
            }
        }
        return nanos;
    }

    private static long nanos(Path task) throws IOException {
        try {
            String text = Files.readString(task.resolve("schedstat"));
            return Long.parseLong(text.substring(0, text.indexOf(' ')));
        } catch (NoSuchFileException e) {
            return 0; // the thread has ended meanwhile
        }
    }
}
