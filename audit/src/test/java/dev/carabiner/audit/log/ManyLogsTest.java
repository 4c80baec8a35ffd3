package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.SampleRecords;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log costs while it is open: there may be one for each of a thousand sessions. */
class ManyLogsTest {

    private static final int LOGS =
            System.getProperty("carabiner.test.rounds", "short").equals("long") ? 1_000 : 100;

    @TempDir
    Path root;

    @Test
    void many_are_open_at_once_without_a_thread_or_much_memory_each() throws Exception {
        String output = ChildJvm.output(Opening.class, root.toString(), String.valueOf(LOGS));

        assertThat(output).matches("threads \\d+, heap \\d+ KB each, written\n");
        int threads = Integer.parseInt(output.replaceAll("threads (\\d+),.*\n", "$1"));
        int heap = Integer.parseInt(output.replaceAll(".*heap (\\d+) KB.*\n", "$1"));
        assertThat(threads).as("while all are quiet").isLessThan(10);
        assertThat(heap)
                .as("KB of each, after a burst: a thousand take a quarter of 1 GB")
                .isLessThan(256);
    }

    /** Run in a process of its own: opens logs, has each write a lot, waits until they are quiet, and looks at itself. */
    static final class Opening {

        public static void main(String[] args) throws Exception {
            long before = usedHeap();
            List<FileAuditLog> logs = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(args[1]); i++) {
                FileAuditLog log = FileAuditLog.open(Path.of(args[0], "log-" + i));
                logs.add(log);
                String text = "x".repeat(10_000);
                for (int record = 0; record < 40; record++) {
                    log.append(SampleRecords.buffered(text));
                }
            }
            logs.forEach(FileAuditLog::flush);
            for (int i = 0; i < 300 && workers() > 2; i++) {
                Thread.sleep(100);
            }
            long heap = (usedHeap() - before) / 1024 / logs.size();
            System.out.print("threads " + workers() + ", heap " + heap + " KB each");
            logs.forEach(log -> log.append(SampleRecords.durable("last")));
            logs.forEach(FileAuditLog::close);
            System.out.println(", written");
        }

        private static long workers() {
            return Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().startsWith("audit-"))
                    .count();
        }

        private static long usedHeap() {
            System.gc();
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }
    }
}
