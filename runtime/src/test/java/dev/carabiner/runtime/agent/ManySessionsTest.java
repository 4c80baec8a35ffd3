package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a virtual machine of their own, with 1 GB of heap and two processors. */
@Timeout(600)
class ManySessionsTest {

    @TempDir
    Path directory;

    @Test
    void fifty_sessions_at_once_leave_no_thread_process_or_file_behind() throws Exception {
        run(50);
    }

    @Test
    @Tag("long")
    void a_thousand_sessions_at_once_leave_no_thread_process_or_file_behind() throws Exception {
        run(1_000);
    }

    private void run(int sessions) throws Exception {
        Path output = directory.resolve("output");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-XX:ActiveProcessorCount=2",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManySessions.class.getName(),
                        String.valueOf(sessions),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(program.waitFor(580, TimeUnit.SECONDS)).isTrue();
        } finally {
            program.destroyForcibly();
        }
        String said = Files.readString(output);
        System.out.println(said.lines().reduce((one, other) -> other).orElse(""));
        assertThat(program.exitValue()).as(said).isZero();
    }
}
