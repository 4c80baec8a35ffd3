package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attacks on the sandbox without a sandbox: what then holds, and what is written down in docs/security.md as not held. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class UnconfinedCommandTest {

    @TempDir
    private Path temporary;

    private Path workspace;
    private Path outside;

    @BeforeEach
    void makeDirectories() throws IOException {
        workspace = Files.createDirectory(temporary.toRealPath().resolve("workspace"));
        outside = Files.createDirectory(temporary.toRealPath().resolve("outside"));
    }

    private Finished run(String line) throws Exception {
        return Command.of(List.of("/bin/bash", "-c", line), workspace)
                .limit(Duration.ofSeconds(30))
                .run();
    }

    /** A JVM with the launcher's options, as the engine's is; it waits until its input ends. */
    private Process engine() throws IOException {
        Path program = Files.writeString(
                workspace.resolve("Waiting.java"),
                "public class Waiting { public static void main(String[] a) throws Exception { System.out.println(1);"
                        + " System.in.read(); } }");
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:+DisableAttachMechanism",
                "-XX:-CreateCoredumpOnCrash",
                program.toString());
        builder.environment().put("SECRET_OF_THE_ENGINE", "open sesame");
        Process engine = builder.start();
        assertThat(engine.getInputStream().read()).isEqualTo('1');
        return engine;
    }

    @Nested
    class What_holds {

        @Test
        void no_attaching_to_the_jvm_of_the_engine() throws Exception {
            Process engine = engine();
            try {
                String jcmd =
                        Path.of(System.getProperty("java.home"), "bin/jcmd").toString();
                Finished finished = run("timeout 20 '" + jcmd + "' " + engine.pid() + " VM.system_properties");

                assertThat(finished.exitCode()).isNotZero();
                assertThat(finished.output()).doesNotContain("java.home");
                assertThat(engine.isAlive()).isTrue();
            } finally {
                engine.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"../carabiner", "../tools/launcher"})
        void no_core_dump_of_the_engine_with_the_limit_of_the_launchers(String launcher) throws Exception {
            assertThat(Path.of(launcher))
                    .content()
                    .contains("ulimit -c 0")
                    .contains("prlimit --pid $$ --core=1:1") // where dumps go to a program
                    .contains("-XX:+DisableAttachMechanism")
                    .contains("-XX:-CreateCoredumpOnCrash");
        }

        @Test
        void no_environment_but_the_cleaned_one() throws Exception {
            Finished finished = Command.of(List.of("/usr/bin/env"), workspace)
                    .environment(Map.of("PATH", "/usr/bin:/bin"))
                    .run();

            assertThat(finished.output()).doesNotContain("HOME=").doesNotContain("SECRET");
        }

        @Test
        void nothing_goes_on_after_the_command() throws Exception {
            Finished finished =
                    run("(env -i setsid bash -c 'sleep 3; echo x > ../outside/late' > /dev/null 2>&1 < /dev/null &)");

            assertThat(finished.exitCode()).isZero();
            Thread.sleep(4000);
            assertThat(outside.resolve("late")).doesNotExist();
        }
    }

    @Nested
    class What_does_not_hold {

        @Test
        void the_environment_of_the_engine_can_be_read() throws Exception {
            Process engine = engine();
            try {
                assertThat(run("tr '\\0' '\\n' < /proc/" + engine.pid() + "/environ")
                                .output())
                        .contains("open sesame");
            } finally {
                engine.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }

        @Test
        void the_memory_of_the_engine_can_be_read_where_the_system_lets_a_user_trace() throws Exception {
            assumeThat(run("[ $(id -u) = 0 ] || [ $(cat /proc/sys/kernel/yama/ptrace_scope || echo 0) = 0 ]")
                            .exitCode())
                    .isZero();
            Process engine = engine();
            try {
                Finished finished = run("""
                    perl -e 'open M, "<", "/proc/$ARGV[0]/maps"; ($at) = map { /^([0-9a-f]+)-\\S+ rw/ ? hex $1 : () } <M>;
                    open F, "<", "/proc/$ARGV[0]/mem"; sysseek F, $at, 0; print sysread F, $read, 16' %d\
                    """.formatted(engine.pid()));

                assertThat(finished.output()).isEqualTo("16");
            } finally {
                engine.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }

        @Test
        void files_outside_and_protected_ones_can_be_written_and_through_links() throws Exception {
            Files.writeString(outside.resolve("canary"), "alive");
            Files.writeString(workspace.resolve(".env"), "KEY=1");

            run("ln -s ../outside link; echo x > link/written; ln .env hard; echo KEY=2 > hard");

            assertThat(outside.resolve("written")).exists();
            assertThat(workspace.resolve(".env")).hasContent("KEY=2");
        }

        @Test
        void memory_and_disk_have_no_limit_of_ours() throws Exception {
            String usual = run("ulimit -v; ulimit -d").output();
            Process bare = new ProcessBuilder("/bin/bash", "-c", "ulimit -v; ulimit -d").start();

            assertThat(usual).isEqualTo(new String(bare.getInputStream().readAllBytes(), UTF_8));
        }

        @Test
        void a_socket_of_another_program_can_be_reached() throws Exception {
            Path place = outside.resolve("approvals.sock");
            try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(place));
                Finished finished = run("python3 -c \"import socket; s = socket.socket(socket.AF_UNIX);"
                        + " s.connect('" + place + "'); print('reached')\"");

                assertThat(finished.output()).contains("reached");
            }
        }
    }

    @Nested
    class A_program_of_the_host {

        @Test
        void is_never_one_of_the_project_whatever_the_path_says() throws Exception {
            Path bin = Files.createDirectory(workspace.resolve("bin"));
            Path own = Files.writeString(bin.resolve("git"), "#!/bin/sh\ntouch sprung\n");
            assertThat(own.toFile().setExecutable(true)).isTrue();
            Files.createSymbolicLink(outside.resolve("git"), own);

            Path found =
                    OutsidePrograms.find("git", workspace, Map.of("PATH", bin + ":bin:" + outside + ":/usr/bin:/bin"));

            assertThat(found).isNotNull();
            assertThat(found.startsWith(workspace)).isFalse();
        }
    }
}
