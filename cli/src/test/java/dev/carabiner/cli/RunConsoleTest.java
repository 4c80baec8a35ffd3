package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --console}: the agent's own process serves the page, and what is answered there lets it go on. */
@Timeout(180)
class RunConsoleTest {

    private static final Pattern LINK = Pattern.compile("Open (http://127\\.0\\.0\\.1:\\d+)/#t=(\\S+)");

    @TempDir
    private Path temporary;

    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private WaitingAgent agent;
    private String address;

    @BeforeEach
    void begin() throws IOException {
        agent = new WaitingAgent(temporary, "");
    }

    @AfterEach
    void end() {
        agent.close();
    }

    private void signIn() throws Exception {
        Matcher link = LINK.matcher(agent.output());
        while (!link.find()) {
            Thread.sleep(100);
            link = LINK.matcher(agent.output());
        }
        address = link.group(1);
        assertThat(post("/login", EventData.of("token", link.group(2))).statusCode())
                .isEqualTo(204);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address + "/api/v1" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, EventData body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/api/v1" + path))
                .header("Content-Type", "application/json")
                .header("Origin", address)
                .POST(HttpRequest.BodyPublishers.ofString(EventDataJson.write(body)))
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> decide(String option) throws Exception {
        agent.awaitPending();
        EventData shown = EventDataJson.read(get("/approvals/first").body());
        return post(
                "/approvals/" + shown.get("id") + "/decision",
                EventData.of(
                        "option",
                        option,
                        "digest",
                        shown.object("operation").get("digest"),
                        "nonce",
                        shown.get("nonce"),
                        "seen",
                        "all"));
    }

    @Test
    void lets_the_agent_go_on_when_it_is_allowed_there() throws Exception {
        Process process = agent.startWith("--console", "run echo x | tee -a count.txt");
        signIn();
        agent.awaitPending(); // the page is there before the session has begun
        assertThat(get("/sessions").body()).contains("\"status\":\"running\"");
        assertThat(decide("allow_once").statusCode()).isEqualTo(200);

        assertThat(agent.end(process)).isZero();
        assertThat(agent.lines("count.txt")).containsExactly("x");
    }

    @Test
    void says_what_the_hooks_say_about_a_call_while_the_agent_waits() throws Exception {
        Process process = agent.startWith("--console", "run echo x | tee -a count.txt");
        signIn();
        agent.awaitPending();

        assertThat(explained("shred x").get("verdict")).isEqualTo("deny");
        assertThat(explained("echo x | tee -a count.txt").get("verdict")).isEqualTo("ask");
        EventData sessions = EventDataJson.read(get("/sessions").body());
        assertThat((List<?>) sessions.get("sessions")).hasSize(1);
        assertThat(agent.lines("count.txt")).isEmpty();
        decide("deny");
        agent.end(process);
    }

    @Test
    void serve_has_the_hooks_of_its_bundle_to_ask() throws Exception {
        Process server = agent.command("serve", "--port", "0");
        signIn();

        EventData denied = explained("shred x");

        assertThat(denied.get("bundle")).isEqualTo("asks@1");
        assertThat(denied.get("decided_by")).isEqualTo("shell-guard");
        assertThat(String.valueOf(denied.get("flips"))).contains("hook=shell-guard", "action=continue");
        assertThat(post("/explain", EventData.of("event", "no name")).statusCode())
                .isEqualTo(400);
        server.destroy();
        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void serve_tells_what_is_found_in_its_bundle_as_it_was_read_at_the_start() throws Exception {
        Path bundle = Path.of(agent.bundle());
        Files.writeString(bundle.resolveSibling("hook.sh"), "cat > /dev/null\n");
        String text = Files.readString(bundle) + """
              - module: command
                name: for-one-tool
                config: {command: [sh], file: hook.sh, tools: [Bahs]}
            """;
        Files.writeString(bundle, text);
        Process server = agent.command("serve", "--port", "0");
        signIn();
        Files.writeString(bundle, text.replace("[Bahs]", "[Bash]")); // in force at the next start

        assertThat(findingsOf("for-one-tool").toString())
                .contains("kind=never-matches", "severity=warning", "fix=Bash", "file=" + bundle.toRealPath())
                .contains("for-one-tool is only for the tool \"Bahs\"");
        assertThat(findingsOf("shell-guard").toString()).contains("kind=fails-open", "fix=required: true");
        server.destroy();
        assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @Nested
    @NeedsSandbox
    class Programs_that_serve_asks_to_find_something {

        @Test
        void are_confined() throws Exception {
            agent.close();
            agent = WaitingAgent.confined(Files.createDirectory(temporary.resolve("confined")));
            Path bundle = Path.of(agent.bundle());
            Path outside = agent.place.home().resolve("outside.txt");
            Files.writeString(
                    bundle.resolveSibling("hook.sh"),
                    "cat > /dev/null; echo x > inside.txt; echo x > " + outside + "\n");
            Files.writeString(bundle, Files.readString(bundle) + """
                  - {module: command, name: for-bash, config: {command: [sh], file: hook.sh, tools: [Bash]}}
                """);
            Process server = agent.command("serve", "--port", "0");
            signIn();

            findingsOf("for-bash");
            assertThat(agent.lines("inside.txt")).containsExactly("x");
            assertThat(outside).doesNotExist();
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private List<?> findingsOf(String hook) throws Exception {
        Map<?, ?> found = Map.of();
        while (found.get("findings") == null) { // they are being looked for
            EventData hooks = EventDataJson.read(get("/hooks").body());
            found = ((List<?>) hooks.get("hooks"))
                    .stream()
                            .map(it -> (Map<?, ?>) it)
                            .filter(it -> hook.equals(it.get("hook")))
                            .findFirst()
                            .orElseThrow();
        }
        return (List<?>) found.get("findings");
    }

    private EventData explained(String command) throws Exception {
        HttpResponse<String> answer =
                post("/explain", EventData.of("tool", "Bash", "input", EventData.of("command", command)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return EventDataJson.read(answer.body());
    }

    @Test
    void lets_nothing_run_when_it_is_denied_there_and_keeps_the_link_out_of_what_is_recorded() throws Exception {
        Process process = agent.startWith("--console", "run echo x | tee -a count.txt");
        signIn();
        String token = agent.output().replaceAll("(?s).*#t=(\\S+).*", "$1");
        assertThat(decide("deny").statusCode()).isEqualTo(200);

        agent.end(process);
        assertThat(agent.lines("count.txt")).isEmpty();
        try (Stream<Path> files = Files.walk(agent.place.home().resolve(".carabiner"))) {
            assertThat(files.filter(Files::isRegularFile).filter(Files::isReadable))
                    .allSatisfy(file -> assertThat(Files.readAllBytes(file))
                            .asString(java.nio.charset.StandardCharsets.ISO_8859_1)
                            .doesNotContain(token));
        }
    }
}
