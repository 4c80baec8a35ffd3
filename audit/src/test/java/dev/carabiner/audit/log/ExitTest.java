package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.SampleRecords;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of records that no caller waited for when the JVM exits at once. */
class ExitTest {

    @TempDir
    Path root;

    @Test
    void an_exit_right_after_buffered_records_loses_none_of_any_log() throws Exception {
        String output = ChildJvm.output(Exiting.class, root.toString(), "30");

        assertThat(output).isEqualTo("appended\n");
        for (int i = 0; i < 30; i++) {
            Path directory = root.resolve("log-" + i);
            assertThat(Records.texts(directory, "output", "text")).hasSize(10).endsWith("line 9");
            assertThat(Records.verify(directory).result()).isNotIn(Result.TAMPERED, Result.TORN);
        }
    }

    @Test
    void a_hook_of_somebody_else_can_still_record_something() throws Exception {
        ChildJvm.output(LateRecord.class, root.toString());

        assertThat(Records.texts(root, "permit_used", "permit")).containsExactly("late");
    }

    @Test
    void a_main_method_that_just_returns_loses_nothing_either() throws Exception {
        ChildJvm.output(Returning.class, root.toString());

        assertThat(Records.texts(root, "output", "text")).containsExactly("last words");
    }

    /** Run in a process of its own: opens logs, records something in each and exits without closing any. */
    static final class Exiting {

        public static void main(String[] args) {
            var logs = IntStream.range(0, Integer.parseInt(args[1]))
                    .mapToObj(i -> FileAuditLog.open(Path.of(args[0], "log-" + i)))
                    .toList();
            for (FileAuditLog log : logs) {
                for (int i = 0; i < 10; i++) {
                    log.append(SampleRecords.buffered("line " + i));
                }
            }
            System.out.println("appended");
            System.exit(0);
        }
    }

    /** Run in a process of its own: records something when the JVM is on its way out. */
    static final class LateRecord {

        public static void main(String[] args) {
            FileAuditLog log = FileAuditLog.open(Path.of(args[0]));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> log.append(SampleRecords.durable("late"))));
            System.exit(0);
        }
    }

    /** Run in a process of its own: no thread of the log keeps the JVM alive, and still nothing is lost. */
    static final class Returning {

        public static void main(String[] args) {
            FileAuditLog.open(Path.of(args[0])).append(SampleRecords.buffered("last words"));
        }
    }
}
