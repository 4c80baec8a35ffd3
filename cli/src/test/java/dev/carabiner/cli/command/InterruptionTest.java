package dev.carabiner.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Ctrl-C while something runs that hears no interruption, as a read of a pipe would not. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class InterruptionTest {

    /** A program whose tool never ends, whatever it is told. */
    static final class Stubborn {

        private Stubborn() {}

        public static void main(String[] args) {
            try (Interruption interruption = new Interruption(null, System.err)) {
                interruption.stops(new Interruption.Stopped() {
                    @Override
                    public void cancel(Level level) {
                        System.out.println(level);
                    }

                    @Override
                    public void end(SessionStatus status) {
                        LockSupport.park();
                    }

                    @Override
                    public void end() {
                        LockSupport.park();
                    }
                });
                System.out.println("running");
                while (true) {
                    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
                    Thread.interrupted();
                }
            }
        }
    }

    /** A program that was started in the background by a shell ignores the signal, and so would this one: it is told not to. */
    private static Process started() throws Exception {
        Process process = new ProcessBuilder(
                        "perl",
                        "-e",
                        "$SIG{INT} = 'DEFAULT'; exec @ARGV or die",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stubborn.class.getName())
                .redirectErrorStream(true)
                .start();
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo("running");
        return process;
    }

    private static void interrupt(Process process, Level heard) throws Exception {
        interrupt(process);
        assertThat(process.inputReader(UTF_8).readLine()).isEqualTo(heard.toString());
    }

    private static void interrupt(Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void twice_ends_the_program_even_if_nothing_stops() throws Exception {
        Process process = started();
        try {
            interrupt(process, Level.GRACEFUL);
            assertThat(process.waitFor(1, TimeUnit.SECONDS)).isFalse();
            interrupt(process, Level.IMMEDIATE);

            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(ExitCode.FAILED);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_third_time_does_not_wait_for_the_second() throws Exception {
        Process process = started();
        try {
            interrupt(process, Level.GRACEFUL);
            interrupt(process, Level.IMMEDIATE);
            long second = System.nanoTime();
            interrupt(process);

            assertThat(process.inputReader(UTF_8).lines()).anyMatch(line -> line.contains("does not stop"));
            assertThat(Duration.ofNanos(System.nanoTime() - second)).isLessThan(Duration.ofSeconds(30));
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }
}
