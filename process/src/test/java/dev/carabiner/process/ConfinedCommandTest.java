package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes in the system's real sandbox. */
@NeedsSandbox
@Timeout(60)
class ConfinedCommandTest {

    @TempDir
    Path temporary;

    private Path workspace = Path.of("");
    private Path outside = Path.of("");
    private Confinement confinement = Confinement.of(sandbox(), Path.of("/tmp"));

    private static Sandbox sandbox() {
        return Objects.requireNonNull(Sandbox.find().sandbox());
    }

    @BeforeEach
    void directories() throws IOException {
        Path real = temporary.toRealPath();
        workspace = Files.createDirectory(real.resolve("workspace"));
        outside = Files.createDirectory(real.resolve("outside"));
        Files.writeString(outside.resolve("canary"), "alive");
        confinement = Confinement.of(sandbox(), workspace).showing(List.of(outside));
    }

    private Finished run(String line) throws Exception {
        return run(confinement, line);
    }

    private Finished run(Confinement within, String line) throws Exception {
        return Command.of(List.of("/bin/bash", "-c", line), workspace)
                .in(within)
                .limit(Duration.ofSeconds(30))
                .run();
    }

    @Nested
    class A_confined_command {

        @Test
        void has_both_streams_and_its_exit_code() throws Exception {
            Finished finished = run("echo out; echo err >&2; exit 7");

            assertThat(finished.output()).isEqualTo("out\nerr\n");
            assertThat(finished.exitCode()).isEqualTo(7);
            assertThat(finished.killed()).isZero();
        }

        @Test
        void can_have_its_errors_apart() throws Exception {
            Finished finished = Command.of(List.of("/bin/sh", "-c", "echo out; echo err >&2; exit 3"), workspace)
                    .in(confinement)
                    .runApart();

            assertThat(finished.output()).isEqualTo("out\n");
            assertThat(finished.errors()).isEqualTo("err\n");
            assertThat(finished.exitCode()).isEqualTo(3);
        }

        @Test
        void reads_its_input_and_has_no_environment_but_the_given_one() throws Exception {
            Finished finished = Command.of(List.of("/bin/sh", "-c", "cat; echo; env"), workspace)
                    .in(confinement)
                    .environment(Map.of("ONE", "two"))
                    .input("said")
                    .run();

            assertThat(finished.output().lines()).contains("said", "PWD=" + workspace, "ONE=two", "TMPDIR=/tmp");
            assertThat(finished.output().lines().count()).isLessThanOrEqualTo(6);
        }

        @Test
        void can_stay_alive_and_be_talked_to_and_is_gone_when_closed() throws Exception {
            long pid;
            try (LiveCommand live = Command.of(
                            List.of("/bin/sh", "-c", "while read l; do echo got $l; done"), workspace)
                    .in(confinement)
                    .startLive()) {
                live.input().write("one\n".getBytes(UTF_8));
                live.input().flush();
                byte[] answer = live.output().readNBytes(8);

                assertThat(new String(answer, UTF_8)).isEqualTo("got one\n");
                assertThat(live.isAlive()).isTrue();
                pid = ProcessHandle.current().pid();
            }
            assertThat(pid).isPositive();
        }

        @Test
        void ends_at_its_time_limit_with_all_that_it_started() throws Exception {
            Finished finished = Command.of(
                            List.of("/bin/bash", "-c", "(trap '' TERM; setsid sleep 4711) & sleep 4711"), workspace)
                    .in(confinement)
                    .limit(Duration.ofMillis(400))
                    .run();

            assertThat(finished.timedOut()).isTrue();
            assertThat(finished.killed()).isPositive();
            assertThat(running("sleep 4711")).isZero();
        }

        @Test
        void signals_its_own_group_only() throws Exception {
            Finished finished = run("trap 'echo caught; exit 5' TERM; kill 0; sleep 5");

            assertThat(finished.output()).isEqualTo("caught\n");
            assertThat(finished.exitCode()).isEqualTo(5);
        }

        @Test
        void whose_sandbox_cannot_be_set_up_does_not_run() {
            Confinement impossible = confinement.showing(List.of(Path.of("/proc/1")));
            Command command = Command.of(List.of("/bin/sh", "-c", "touch ran"), Path.of("/"))
                    .in(impossible);

            Command nowhere = new Command(
                    command.words(),
                    workspace,
                    Map.of(),
                    Duration.ofSeconds(5),
                    "",
                    100,
                    new Confinement(
                            confinement.sandbox(),
                            workspace,
                            List.of(),
                            List.of(),
                            List.of(),
                            Map.of(Path.of("/proc/sys/none"), outside),
                            Map.of(),
                            Network.ON,
                            SandboxLimits.DEFAULT));

            assertThatThrownBy(nowhere::run)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("could not be confined");
            assertThat(workspace.resolve("ran")).doesNotExist();
        }
    }

    @Nested
    class Writing {

        @Test
        void reaches_the_workspace_and_a_private_temporary_directory() throws Exception {
            Finished finished = run("echo in > file && echo x > /tmp/mine && ls /tmp | wc -l");

            assertThat(finished.succeeded()).as(finished.output()).isTrue();
            assertThat(workspace.resolve("file")).hasContent("in");
            assertThat(Path.of("/tmp/mine")).doesNotExist();
        }

        @Test
        void does_not_reach_anything_else() throws Exception {
            Finished finished = run("echo no > " + outside + "/canary; echo no > /etc/carabiner-canary; rm " + outside
                    + "/canary; mkdir /usr/carabiner-canary; echo over");

            assertThat(finished.output()).endsWith("over\n");
            assertThat(outside.resolve("canary")).hasContent("alive");
            assertThat(Path.of("/etc/carabiner-canary")).doesNotExist();
            assertThat(Path.of("/usr/carabiner-canary")).doesNotExist();
        }

        @Test
        void does_not_go_through_links_and_makes_no_hard_link_to_anything_outside() throws Exception {
            Files.createSymbolicLink(workspace.resolve("link"), outside);
            Finished finished = run("echo no > link/canary; ln " + outside + "/canary hard && echo no > hard; ln -s "
                    + outside + "/canary soft; echo no > soft; echo over");

            assertThat(finished.output()).endsWith("over\n");
            assertThat(outside.resolve("canary")).hasContent("alive");
        }

        @Test
        void does_not_reach_a_protected_path_however_it_is_tried() throws Exception {
            Files.writeString(workspace.resolve(".env"), "SECRET=1");
            Path directory = Files.createDirectory(workspace.resolve("closed"));
            Files.writeString(directory.resolve("file"), "kept");
            Confinement closed = confinement.protecting(List.of(workspace.resolve(".env"), directory));

            Finished finished = run(closed, """
                    echo x > .env; rm -f .env; mv .env other; ln .env hard && echo x > hard; cp /dev/null .env
                    ln -sf /dev/null .env; python3 -c "open('.env','w').write('x')"; truncate -s 0 .env; chmod 777 .env
                    echo x > closed/new; rm -rf closed; mv closed elsewhere; umount .env; mount -o remount,rw .env; echo over""");

            assertThat(finished.output()).endsWith("over\n");
            assertThat(workspace.resolve(".env")).hasContent("SECRET=1");
            assertThat(directory.resolve("file")).hasContent("kept");
            assertThat(directory.resolve("new")).doesNotExist();
        }

        @Test
        void reaches_what_was_opened_for_one_call() throws Exception {
            Files.writeString(workspace.resolve(".env"), "SECRET=1");
            Confinement closed = confinement.protecting(List.of(workspace.resolve(".env")));

            run(
                    closed.opening(List.of(workspace.resolve(".env"), outside)),
                    "echo new > .env; echo new > " + outside + "/canary");

            assertThat(workspace.resolve(".env")).hasContent("new");
            assertThat(outside.resolve("canary")).hasContent("new");
        }
    }

    @Nested
    class Of_the_host {

        @Test
        void no_process_is_seen_or_signalled() throws Exception {
            long engine = ProcessHandle.current().pid();
            Finished finished = run("ls -d /proc/[0-9]* | wc -l; kill -9 " + engine + "; cat /proc/" + engine
                    + "/environ; head -c 10 /proc/" + engine + "/mem; echo over");

            assertThat(Integer.parseInt(
                            finished.output().lines().findFirst().orElseThrow().strip()))
                    .isLessThan(7);
            assertThat(finished.output()).contains("over").doesNotContain("PATH=");
            assertThat(ProcessHandle.current().isAlive()).isTrue();
        }

        @Test
        void no_file_of_the_home_is_seen() throws Exception {
            Finished finished = run("ls -a ~/.ssh ~/.carabiner; ls -a ~ | grep -c -e ssh -e carabiner");

            assertThat(finished.output()).endsWith("\n0\n");
        }

        @Test
        void no_socket_below_run_and_no_device_is_reached() throws Exception {
            Finished finished =
                    run("ls /run | grep -v -e systemd -e resolv -e Network; ls /dev/sda /dev/mem /dev/vda /dev/kmsg");

            assertThat(finished.output().lines()).allMatch(line -> line.startsWith("ls: "));
        }

        @Test
        void no_java_virtual_machine_can_be_attached_to() throws Exception {
            Path tools = Path.of(System.getProperty("java.home"), "bin");
            long engine = ProcessHandle.current().pid();

            Finished finished = run(tools + "/jcmd " + engine + " VM.version; " + tools + "/jcmd -l; echo over");

            assertThat(finished.output())
                    .endsWith("over\n")
                    .doesNotContain("JDK " + Runtime.version().feature());
            assertThat(finished.output()).doesNotContain("\n" + engine + " ");
        }

        @Test
        void no_setting_of_the_kernel_is_written_also_by_root() throws Exception {
            Finished finished = run("""
                find /proc /sys -not -path '/proc/[0-9]*' -not -path '/proc/*self*' -not -path '/proc/pressure*' \
                    -type f -writable 2>/dev/null
                { cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern; } 2>/dev/null && echo written
                """);

            assertThat(finished.output()).isEmpty();
        }

        @Test
        void no_secret_of_the_system_is_read_also_by_root() throws Exception {
            Finished finished = run("cat /etc/shadow /etc/shadow- /etc/ssh/ssh_host_*_key 2>/dev/null");

            assertThat(finished.output()).isEmpty();
        }

        @Test
        void no_capability_is_left() throws Exception {
            Finished finished = run("grep -e CapEff -e CapPrm -e CapBnd -e NoNewPrivs /proc/self/status");

            assertThat(finished.output().lines().map(line -> line.replaceAll("\\s+", " ")))
                    .containsExactlyInAnyOrder(
                            "CapPrm: 0000000000000000",
                            "CapEff: 0000000000000000",
                            "CapBnd: 0000000000000000",
                            "NoNewPrivs: 1");
        }

        @Test
        void no_network_is_reached_where_it_is_off() throws Exception {
            try (var server = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
                String line = "exec 3<>/dev/tcp/127.0.0.1/" + server.getLocalPort() + " && echo reached";

                assertThat(run(confinement.network(Network.OFF), line).succeeded())
                        .isFalse();
                assertThat(run(confinement.network(Network.LOOPBACK), line).succeeded())
                        .isFalse();
                assertThat(run(line).output()).isEqualTo("reached\n");
            }
        }
    }

    @Nested
    class What_it_leaves_running {

        @Test
        void is_ended_though_it_hides() throws Exception {
            Finished finished =
                    run("env -i setsid bash -c 'exec >/dev/null 2>&1 </dev/null; (sleep 4712 &) ' & sleep 0.1");

            assertThat(finished.killed()).isPositive();
            assertThat(running("sleep 4712")).isZero();
        }

        @Test
        void writes_nothing_any_more_when_the_run_is_over_though_it_kills_what_looks_after_it() throws Exception {
            for (int i = 0; i < 10; i++) {
                run("(kill -9 -1; while :; do echo x >> beat; done)");
                long size = Files.size(workspace.resolve("beat"));
                Thread.sleep(20);

                assertThat(Files.size(workspace.resolve("beat"))).isEqualTo(size);
            }
        }

        @Test
        void is_waited_for_if_it_is_ending() throws Exception {
            Finished finished = run("echo late > >(sleep 0.03; cat)");

            assertThat(finished.output()).isEqualTo("late\n");
            assertThat(finished.killed()).isZero();
        }

        @Test
        void is_ended_when_the_jvm_is_killed() throws Exception {
            Process jvm = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElseThrow(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Sleeper.class.getName(),
                            workspace.toString())
                    .inheritIO()
                    .start();
            Path started = workspace.resolve("started");
            for (int i = 0; i < 400 && !Files.exists(started); i++) {
                Thread.sleep(25);
            }
            assertThat(running("sleep 4713")).isPositive();

            jvm.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            for (int i = 0; i < 200 && running("sleep 4713") > 0; i++) {
                Thread.sleep(10);
            }

            assertThat(running("sleep 4713")).isZero();
        }
    }

    @Nested
    class Within_its_limits {

        private Confinement limited(SandboxLimits limits) {
            return confinement.limits(limits);
        }

        @Test
        void it_has_no_more_processes_than_it_may() throws Exception {
            Finished finished = run(
                    limited(SandboxLimits.DEFAULT.processes(30)), "for i in $(seq 100); do sleep 4714 & done; wait");

            assertThat(finished.ending()).isEqualTo(Finished.Ending.TOO_MANY_PROCESSES);
            assertThat(running("sleep 4714")).isZero();
        }

        @Test
        void a_fork_bomb_is_ended() throws Exception {
            // each doubles itself at once, nine times at most: were it not ended, it would end by itself
            String bomb =
                    "b() { if [ $1 -gt 0 ]; then b $(($1 - 1)) | b $(($1 - 1)) & else sleep 4716; fi; }; b 9; sleep 20";

            Finished finished = run(limited(SandboxLimits.DEFAULT.processes(200)), bomb);

            assertThat(finished.ending()).isEqualTo(Finished.Ending.TOO_MANY_PROCESSES);
            assertThat(running("sleep 4716")).isZero();
        }

        @Test
        void one_process_has_no_more_memory_than_it_may() throws Exception {
            Finished finished = run(
                    limited(SandboxLimits.DEFAULT.memory(300L << 20)),
                    "head -c 1000000000 /dev/zero | tail | wc -c; echo over");

            assertThat(finished.output()).contains("memory exhausted").doesNotContain("1000000000");
        }

        @Test
        void all_together_have_no_more_memory_than_they_may() throws Exception {
            Finished finished = run(
                    limited(SandboxLimits.DEFAULT.memory(300L << 20)),
                    "for i in 1 2 3 4; do (head -c 150000000 /dev/zero; sleep 20) | tail & done; wait");

            assertThat(finished.ending()).isEqualTo(Finished.Ending.TOO_MUCH_MEMORY);
        }

        @Test
        void it_writes_no_larger_file_than_it_may() throws Exception {
            run(limited(SandboxLimits.DEFAULT.fileSize(1 << 20)), "head -c 5000000 /dev/zero > large");

            assertThat(Files.size(workspace.resolve("large"))).isLessThanOrEqualTo(1 << 20);
        }

        @Test
        void its_temporary_directories_are_small() throws Exception {
            Finished finished = run(
                    limited(SandboxLimits.DEFAULT.temporary(4 << 20)),
                    "head -c 9000000 /dev/zero > /tmp/large; stat -c %s /tmp/large; head -c 900000000 /dev/zero > ~/large");

            assertThat(finished.output()).contains("No space left").contains("4194304");
            assertThat(finished.succeeded()).isFalse();
        }

        @Test
        void the_workspace_does_not_grow_more_than_it_may() throws Exception {
            Finished finished = run(
                    limited(SandboxLimits.DEFAULT.growth(50L << 20)),
                    "i=0; while true; do i=$((i+1)); head -c 5000000 /dev/urandom > f$i; done");

            assertThat(finished.ending()).isEqualTo(Finished.Ending.TOO_MUCH_WRITTEN);
        }

        @Test
        void nor_do_the_caches_and_what_else_it_may_write() throws Exception {
            Path cache = Files.createDirectory(outside.resolve("cache"));
            Confinement within =
                    limited(SandboxLimits.DEFAULT.growth(50L << 20)).opening(List.of(cache));

            Finished finished = run(
                    within,
                    "for i in $(seq 16); do head -c 5000000 /dev/urandom > " + cache
                            + "/f$i; done; sleep 8; echo over");

            assertThat(finished.ending()).isEqualTo(Finished.Ending.TOO_MUCH_WRITTEN);
        }

        @Test
        void a_program_that_stays_alive_has_them_too() throws Exception {
            try (LiveCommand live = Command.of(
                            List.of("/bin/bash", "-c", "for i in $(seq 100); do sleep 4717 & done; echo full; wait"),
                            workspace)
                    .in(limited(SandboxLimits.DEFAULT.processes(30)))
                    .startLive()) {
                assertThat(new String(live.output().readAllBytes(), UTF_8)).isEqualTo("full\n");
                assertThat(running("sleep 4717")).isZero();
                assertThat(live.end()).contains("stopped because it started too many processes");
            }
        }
    }

    /** A JVM with a confined command. */
    static final class Sleeper {

        private Sleeper() {}

        public static void main(String[] args) throws Exception {
            Path workspace = Path.of(args[0]);
            Command.of(List.of("/bin/bash", "-c", "touch started; setsid sleep 4713"), workspace)
                    .in(Confinement.of(sandbox(), workspace))
                    .run();
        }
    }

    private static long running(String command) {
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().commandLine().orElse("").endsWith(command))
                .count();
    }
}
