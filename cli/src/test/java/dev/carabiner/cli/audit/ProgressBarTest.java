package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressBarTest {

    private static final long LONG = 100L * 1024 * 1024;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String shown(BooleanSupplier terminal, long total) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        try (ProgressBar bar = new ProgressBar(stream, terminal, total)) {
            bar.accept(total / 2);
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shows_how_far_it_is_and_goes_away() {
        assertThat(shown(() -> true, LONG))
                .startsWith("\r[" + "#".repeat(20) + " ".repeat(20) + "] 50 %")
                .endsWith(" \r");
    }

    @Test
    void shows_nothing_where_nobody_watches() {
        assertThat(shown(() -> false, LONG)).isEmpty();
    }

    @Test
    void does_not_even_ask_if_it_will_not_take_long() {
        assertThat(shown(
                        () -> {
                            throw new AssertionError("asked");
                        },
                        1_000))
                .isEmpty();
    }

    /** In a process of its own: its standard error is, or is not, a terminal, whatever the other streams are. */
    @Nested
    class A_terminal {

        @TempDir
        Path scratch;

        @Test
        void is_seen_if_it_is_standard_error() throws Exception {
            assertThat(
                            answer(
                                    "import os, pty, subprocess, sys\n"
                                            + "master, slave = pty.openpty()\n"
                                            + "sys.exit(subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stderr=slave).returncode)"))
                    .isEqualTo("true");
        }

        @Test
        void is_not_seen_if_it_is_only_the_other_streams() throws Exception {
            assertThat(answer("import os, pty, subprocess, sys\n"
                            + "master, slave = pty.openpty()\n"
                            + "subprocess.run(sys.argv[1:], stdin=slave, stdout=slave, stderr=subprocess.DEVNULL)\n"
                            + "print(os.read(master, 99).decode().strip())"))
                    .isEqualTo("false");
        }

        private String answer(String python) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of("python3", "-c", python));
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", classPath, Asking.class.getName()));
            Path output = scratch.resolve("output");
            try {
                new ProcessBuilder(command)
                        .redirectOutput(output.toFile())
                        .start()
                        .waitFor();
            } catch (IOException e) {
                assumeTrue(false, "skipped: there is no python3 to make a terminal");
            }
            return Files.readString(output).strip();
        }
    }

    static final class Asking {

        public static void main(String[] args) {
            System.out.println(Terminal.isStandardError());
        }
    }
}
