package dev.carabiner.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.assertj.core.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The socket that installed commands ask. */
@Timeout(120)
class HookServerTest {

    private static final String VERSION = "1.0";

    @TempDir
    private Path directory;

    private Path socket() {
        return directory.resolve("run").resolve("hookd.sock");
    }

    private final class Serving implements AutoCloseable {
        private final HookServer server;
        private final Thread thread;

        Serving(Function<HookRequest, Said> service, Duration idle) throws IOException {
            server = HookServer.at(socket(), VERSION, service);
            thread = Thread.ofPlatform().start(() -> {
                try {
                    server.serve(idle);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
        }

        @Override
        public void close() throws InterruptedException {
            server.close();
            thread.join(10_000);
        }
    }

    private static Said echo(HookRequest request) {
        return new Said(0, new String(request.payload(), StandardCharsets.UTF_8), request.agent(), false);
    }

    private Said ask(String version, String payload, Duration within) {
        return HookClient.ask(
                socket(),
                version,
                new HookRequest(
                        "claude",
                        "",
                        payload.getBytes(StandardCharsets.UTF_8),
                        Instant.now().plus(within)));
    }

    @Nested
    class Asked {

        @Test
        void it_answers_and_nobody_else_can_reach_it() throws Exception {
            try (Serving serving = new Serving(HookServerTest::echo, Duration.ofMinutes(1))) {
                assertThat(ask(VERSION, "{\"a\":1}", Duration.ofSeconds(10)))
                        .isEqualTo(new Said(0, "{\"a\":1}", "claude", false));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
                        .isEqualTo("rw-------");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket().getParent())))
                        .isEqualTo("rwx------");
                assertThatThrownBy(() -> HookServer.at(socket(), VERSION, HookServerTest::echo))
                        .hasMessageContaining("Another service listens");
            }
            assertThat(socket()).doesNotExist();
        }

        @Test
        void by_another_version_it_gives_no_answer_and_ends() throws Exception {
            try (Serving serving = new Serving(HookServerTest::echo, Duration.ofMinutes(1))) {
                assertThat(ask("2.0", "{}", Duration.ofSeconds(10))).isNull();
                serving.thread.join(10_000);
                assertThat(serving.server.isClosed()).isTrue();
            }
        }

        @Test
        void it_interrupts_what_takes_too_long() throws Exception {
            Function<HookRequest, Said> slow = request -> {
                try {
                    Thread.sleep(60_000);
                    return echo(request);
                } catch (InterruptedException e) {
                    return new Said(2, "", "too late", false);
                }
            };
            try (Serving serving = new Serving(slow, Duration.ofMinutes(1))) {
                assertThat(ask(VERSION, "{}", Duration.ofSeconds(1)).errors()).isEqualTo("too late");
            }
        }

        @Test
        void of_several_that_are_started_at_once_one_listens() throws Exception {
            for (int round = 0; round < 20; round++) {
                List<HookServer> listening = new CopyOnWriteArrayList<>();
                CyclicBarrier together = new CyclicBarrier(8);
                try (ExecutorService starts = Executors.newFixedThreadPool(8)) {
                    for (int i = 0; i < 8; i++) {
                        starts.submit(() -> {
                            together.await();
                            return listening.add(HookServer.at(socket(), VERSION, HookServerTest::echo));
                        });
                    }
                }
                assertThat(listening).hasSize(1);
                listening.getFirst().close();
            }
        }

        @Test
        void by_nobody_it_ends() throws Exception {
            try (Serving serving = new Serving(HookServerTest::echo, Duration.ofMillis(100))) {
                serving.thread.join(20_000);
                assertThat(serving.server.isClosed()).isTrue();
                assertThat(socket()).doesNotExist();
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "GET / HTTP/1.1\r\n\r\n",
                    "POST /1.0/claude?limit=5&event= HTTP/1.1\r\n\r\n",
                    "POST /1.0/claude?limit=5&event= HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n",
                    "POST /1.0/claude?limit=5&event= HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                    "POST /1.0/../../x?limit=5&event= HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
                    "POST /nonsense HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
                    "\u0000\u0001\u0002\r\n\r\n",
                    "\r\n"
                })
        void nonsense_it_hangs_up_and_goes_on(String nonsense) throws Exception {
            try (Serving serving = new Serving(HookServerTest::echo, Duration.ofMinutes(1))) {
                try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket()))) {
                    channel.write(ByteBuffer.wrap(nonsense.getBytes(StandardCharsets.UTF_8)));
                    InputStream in = Channels.newInputStream(channel);
                    assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                            .doesNotContain("200");
                } catch (IOException e) {
                    assertThat(e).isNotNull(); // it has hung up while we wrote
                }
                assertThat(ask(VERSION, "{}", Duration.ofSeconds(10))).isNotNull();
            }
        }
    }

    /** Only root can become another user. */
    @Nested
    class Another_user {

        private static final int NOBODY = 65534;
        private static final String AS_NOBODY =
                "use Socket; $SIG{PIPE} = 'IGNORE'; $) = \"65534 65534\"; $> = 65534; $| = 1;"
                        + "socket(S, PF_UNIX, SOCK_STREAM, 0) or die; my $at = sockaddr_un($ARGV[0]);";

        private Process asNobody(String script) throws IOException {
            Assumptions.assumeThat(
                            new ProcessBuilder("id", "-u").start().inputReader().readLine())
                    .isEqualTo("0");
            return new ProcessBuilder("perl", "-e", AS_NOBODY + script, socket().toString())
                    .redirectErrorStream(true)
                    .start();
        }

        /** What usually keeps others away. */
        private void open(Path... places) throws IOException {
            for (Path place : places) {
                Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
        }

        @Test
        void who_gets_to_the_socket_is_not_answered() throws Exception {
            try (Serving serving = new Serving(HookServerTest::echo, Duration.ofMinutes(1))) {
                open(directory, socket().getParent(), socket());
                Process asking = asNobody("connect(S, $at) or die \"not reached: $!\";"
                        + "syswrite(S, qq(POST /1.0/claude?limit=5&event= HTTP/1.1\\r\\nContent-Length: 2\\r\\n\\r\\n{}));"
                        + "print \"heard:\", join('', <S>)");
                assertThat(new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("heard:");
                assertThat(ask(VERSION, "{}", Duration.ofSeconds(10))).isNotNull();
            }
        }

        @Test
        void who_listens_there_is_not_believed() throws Exception {
            open(directory, Files.createDirectory(socket().getParent()));
            Process listening = asNobody("bind(S, $at) && listen(S, 5) or die $!; print \"ready\\n\"; accept(C, S);"
                    + "print C qq(HTTP/1.1 200 -\\r\\n\\r\\n0\\n\\n\\n.); close C");
            try {
                assertThat(listening.inputReader().readLine()).isEqualTo("ready");
                assertThat(Files.getAttribute(socket(), "unix:uid")).isEqualTo(NOBODY);
                assertThat(ask(VERSION, "{}", Duration.ofSeconds(10))).isNull();
            } finally {
                listening.destroy();
            }
        }
    }

    @Nested
    class Many_agents_at_once {

        @Test
        void lose_nothing_and_none_is_allowed_by_error() throws Exception {
            try (GuardStage stage = new GuardStage(directory, "exit 127", 60).serving();
                    ExecutorService agents = Executors.newFixedThreadPool(20)) {
                List<Future<Integer>> wrong = new ArrayList<>();
                for (int agent = 0; agent < 20; agent++) {
                    String session = "s-" + agent;
                    wrong.add(agents.submit(() -> wrong(stage, session)));
                }
                int all = 0;
                for (Future<Integer> each : wrong) {
                    all += each.get();
                }
                assertThat(all).isZero();
                assertThat(stage.service().sessions()).isEqualTo(20);
            }
        }

        private int wrong(GuardStage stage, String session) {
            int wrong = 0;
            for (int i = 0; i < 10; i++) {
                boolean bad = i % 2 == 0;
                String payload = GuardStage.payload("claude", session, bad ? "rm -rf /" : "ls");
                Said said = HookClient.ask(
                        GuardFile.socket(stage.here),
                        GuardStage.VERSION,
                        new HookRequest(
                                "claude",
                                "",
                                payload.getBytes(StandardCharsets.UTF_8),
                                Instant.now().plusSeconds(60)));
                wrong += said != null && said.exitCode() == (bad ? 2 : 0) ? 0 : 1;
            }
            return wrong;
        }
    }
}
