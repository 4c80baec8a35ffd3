package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AnchorTest {

    @TempDir
    Path root;

    private void write(Anchor... anchors) {
        try (FileAuditLog log = FileAuditLog.open(
                AuditLogOptions.in(root.resolve("log")).named("demo").anchoredIn(anchors))) {
            Records.append(log, 60);
        }
    }

    @Test
    void a_file_gets_checkpoints_that_vouch_for_the_log_without_any_key() throws IOException {
        Path anchor = root.resolve("anchor");
        write(Anchor.file(anchor));

        assertThat(LogVerifier.verify(root.resolve("log"), null, List.of(anchor))
                        .result())
                .isEqualTo(Result.GOOD);
    }

    @Test
    void half_a_note_that_a_crash_left_in_a_file_does_not_spoil_those_that_follow() throws IOException {
        Path anchor = root.resolve("anchor");
        Files.writeString(anchor, "carabiner-audit/demo\n12");
        write(Anchor.file(anchor));

        assertThat(Records.verify(root.resolve("log"), anchor).result()).isEqualTo(Result.GOOD);
    }

    @Test
    void a_command_gets_the_note_on_its_standard_input() throws IOException {
        Path kept = root.resolve("kept");
        write(Anchor.command(List.of("sh", "-c", "cat > " + kept)));

        assertThat(Files.readAllLines(kept)).hasSize(6).startsWith("carabiner-audit/demo", "63");
    }

    @Test
    void an_http_address_gets_the_note_as_its_body() throws IOException {
        Queue<String> bodies = new ConcurrentLinkedQueue<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            write(Anchor.http(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/audit")));
        } finally {
            server.stop(0);
        }

        assertThat(bodies).last().asString().startsWith("carabiner-audit/demo\n63\n");
    }

    @Test
    void one_that_fails_is_recorded_once_and_holds_nothing_up() throws Exception {
        Path directory = root.resolve("log");
        try (FileAuditLog log =
                FileAuditLog.open(AuditLogOptions.in(directory).anchoredIn(Anchor.command(List.of("false"))))) {
            for (int i = 0; i < 100 && failures(directory).isEmpty(); i++) {
                log.append(SampleRecords.decision("r-" + i));
                Thread.sleep(100);
            }
            log.append(SampleRecords.decision("last"));
        }

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(failures(directory)).containsExactly("command false");
    }

    @Test
    void a_command_does_not_begin_among_a_projects_files() throws Exception {
        Path place = root.resolve("place");
        Anchor.command(List.of("sh", "-c", "pwd > " + place)).keep(new byte[0]);

        assertThat(place).hasContent("/");
    }

    private static List<String> failures(Path directory) throws IOException {
        return Records.texts(directory, "anchor_failed", "anchor");
    }

    @Test
    void those_that_hang_hold_nothing_up_and_are_waited_for_together() {
        long start = System.nanoTime();
        write(new Hanging(), new Hanging(), new Hanging());

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    private static final class Hanging implements Anchor {

        @Override
        public void keep(byte[] note) throws InterruptedException {
            Thread.sleep(Duration.ofMinutes(5));
        }

        @Override
        public String name() {
            return "slow";
        }
    }

    @Test
    @Timeout(60)
    void a_command_that_is_given_up_takes_with_it_what_it_has_started() throws Exception {
        Path pid = root.resolve("pid");
        Anchor shell = Anchor.command(List.of("sh", "-c", "sleep 600 & echo $! > " + pid + "; wait"));
        Thread courier = Thread.ofVirtual().start(() -> {
            try {
                shell.keep(new byte[0]);
            } catch (IOException | InterruptedException e) {
                assertThat(e).isInstanceOf(InterruptedException.class);
            }
        });
        while (Files.notExists(pid) || Files.readString(pid).isBlank()) {
            Thread.sleep(10);
        }

        courier.interrupt();
        courier.join();

        long sleeping = Long.parseLong(Files.readString(pid).strip());
        ProcessHandle.of(sleeping)
                .ifPresent(it -> it.onExit().orTimeout(10, TimeUnit.SECONDS).join());
    }
}
