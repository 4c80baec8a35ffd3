package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code carabiner serve} in a process of its own, which is killed, and the receiver of its webhooks. */
@Timeout(240)
class ServeWebhooksTest {

    private static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

    /** What came: id, type and the request that it is about. */
    private record Told(String id, String type, String request) {}

    @TempDir
    Path temporary;

    private Place place;
    private HttpServer receiver;
    private volatile int status = 204;
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final List<Process> started = new ArrayList<>();

    @BeforeEach
    void begin() throws Exception {
        place = Place.in(temporary);
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::take);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.start();
        Path own = Files.createDirectory(
                place.home().resolve(".carabiner"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        write(own.resolve("pager.secret"), SECRET + "\n");
        write(own.resolve("webhooks.yaml"), configured(receiver.getAddress().getPort()));
    }

    private static String configured(int port) {
        return """
                webhooks:
                  pager:
                    url: http://127.0.0.1:%d/hooks?token=of-the-address
                    secret_file: ~/.carabiner/pager.secret
                    private_addresses: true
                    plain_http: true
                """.formatted(port);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, text);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            told.add(new Told(
                    exchange.getRequestHeaders().getFirst("webhook-id"),
                    body.replaceAll("(?s).*\"type\":\"([^\"]*)\".*", "$1"),
                    body.replaceAll("(?s).*\"data\":\\{\"id\":\"([^\"]*)\".*", "$1")));
            exchange.sendResponseHeaders(status, -1);
        }
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
        receiver.stop(0);
    }

    private Process serve() throws Exception {
        Process process = started("serve", "--port", "0", "--bundle", "default");
        await(() -> output().contains("Ctrl-C ends the server"));
        return process;
    }

    private Process started(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Program.command(List.of(), words))
                .directory(place.project().toFile())
                .redirectErrorStream(true)
                .redirectOutput(place.home().resolve("output-" + started.size()).toFile());
        builder.environment().put("HOME", place.home().toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private String output() {
        try {
            return Files.readString(place.home().resolve("output-" + (started.size() - 1)));
        } catch (IOException e) {
            return "";
        }
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private void await(Condition condition) throws Exception {
        for (int i = 0; i < 1_200 && !condition.holds(); i++) {
            Thread.sleep(50);
        }
        assertThat(condition.holds()).as(output() + told).isTrue();
    }

    private ApprovalDatabase store() {
        return ApprovalDatabase.sqlite(place.home().resolve(".carabiner/approvals.db"));
    }

    private void ask(String id) {
        Question question = new Question(
                "guard", "Run?", List.of("Allow once", "Deny"), Duration.ofMinutes(9), Decision.DENY, "", "");
        EventData data = EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", id));
        try (ApprovalDatabase database = store()) {
            database.store()
                    .request(new ApprovalRequest(
                            id, "s-1", "tool:pre", question, data, ApprovalRequest.digestOf(data), Instant.now()));
        }
    }

    private void cancel(String id) {
        try (ApprovalDatabase database = store()) {
            database.store().cancel(id, How.CANCELLED, "");
        }
    }

    private List<String> of(String type, String request) {
        return told.stream()
                .filter(it -> it.type().equals(type) && it.request().equals(request))
                .map(Told::id)
                .toList();
    }

    @Test
    void loses_nothing_that_waits_by_kill_9_and_tells_nothing_twice_that_was_taken() throws Exception {
        Process first = serve();
        ask("taken");
        await(() -> of("approval.required", "taken").size() == 1);
        status = 503;
        ask("refused");
        ask("forgotten");
        await(() -> of("approval.required", "refused").size() >= 1);
        first.destroyForcibly().waitFor();
        cancel("taken");
        int tries = of("approval.required", "refused").size();
        status = 204;
        serve();

        await(() -> of("approval.required", "refused").size() == tries + 1);
        await(() -> !of("approval.required", "forgotten").isEmpty());
        await(() -> of("approval.decided", "taken").size() == 1);
        assertThat(of("approval.required", "refused").stream().distinct()).hasSize(1);
        Thread.sleep(1_500);
        assertThat(of("approval.required", "taken")).hasSize(1);
        assertThat(of("approval.decided", "taken")).hasSize(1);
        assertThat(of("approval.required", "refused")).hasSize(tries + 1);
    }

    @Test
    void says_at_its_start_what_is_on_without_secrets_and_leaves_a_project_s_own_file_alone() throws Exception {
        Path evil = Files.createDirectory(place.project().resolve(".carabiner"));
        Files.writeString(evil.resolve("webhooks.yaml"), configured(1).replace("pager", "evil"));
        serve();

        String port = String.valueOf(receiver.getAddress().getPort());
        await(() -> output().contains("Webhook pager (http://127.0.0.1:" + port + "): all types"));
        assertThat(output()).doesNotContain("evil", "C2FVs", "of-the-address");
    }

    @Test
    void leaves_the_sending_to_one_of_two_and_the_other_goes_on_after_its_end() throws Exception {
        Process first = serve();
        serve();
        await(() -> output().contains("Another server of yours sends the webhooks"));
        ask("a");
        await(() -> of("approval.required", "a").size() == 1);
        first.destroyForcibly().waitFor();
        ask("b");
        await(() -> of("approval.required", "b").size() == 1);
        Thread.sleep(1_500);

        assertThat(told).hasSize(2);
    }

    @Test
    void ends_soon_where_the_receiver_is_dead_and_lets_agents_go_on() throws Exception {
        Process server = serve();
        receiver.stop(0);
        ask("a");
        await(() -> output().contains("failed, next try in 5000 ms"));
        long start = System.nanoTime();
        server.destroy();

        assertThat(server.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
        cancel("a");
    }

    @Test
    void is_told_by_the_page_of_a_run_as_well() throws Exception {
        try (WaitingAgent agent = new WaitingAgent(Files.createDirectory(temporary.resolve("agent")), "")) {
            Path own = Files.createDirectory(
                    agent.place.home().resolve(".carabiner"),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            write(own.resolve("pager.secret"), SECRET);
            write(own.resolve("webhooks.yaml"), configured(receiver.getAddress().getPort()));
            Process run = agent.startWith("--console", "run echo x | tee -a count.txt");
            String id = agent.awaitPending().id();
            await(() -> of("approval.required", id).size() == 1);
            assertThat(agent.output()).contains("Webhook pager (http://127.0.0.1:");
            try (ApprovalDatabase database = agent.database()) {
                ApprovalRequest request = database.store().read(id).request();
                database.store().decide(id, request.digest(), "ann", "test", "Allow once", true, "");
            }
            agent.end(run);
            await(() -> of("approval.decided", id).size() == 1);
            assertThat(agent.lines("count.txt")).containsExactly("x");
        }
    }
}
