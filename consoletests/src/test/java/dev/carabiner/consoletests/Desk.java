package dev.carabiner.consoletests;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.Console;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.KnownSession;
import dev.carabiner.console.MountedHook;
import dev.carabiner.console.User;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A console over a real store, and the programs and agents around it. */
final class Desk implements AutoCloseable {

    static final String APPROVER = "approver-token-0123456789abcdef0123456789";
    static final String VIEWER = "viewer-token-0123456789abcdef0123456789abc";
    static final String REQUESTER = "requester-token-0123456789abcdef012345678";

    final ApprovalDatabase database;
    final HooksToAsk hooks;
    Console console;
    final List<KnownSession> sessions = new CopyOnWriteArrayList<>();
    /** What is found in the bundle; null as long as that is not known. */
    volatile List<Finding> findings = List.of();

    private final Path directory;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Description description;
    private final UnaryOperator<Console.Builder> more;
    private final int port;

    Desk(Path directory, Description description) {
        this(directory, description, it -> it);
    }

    Desk(Path directory, Description description, UnaryOperator<Console.Builder> more) {
        this.directory = directory;
        this.description = description;
        this.more = more;
        this.database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        this.hooks = new HooksToAsk(directory);
        this.console = with(0).explainer(hooks::explained).start();
        this.port = console.port();
    }

    private Console.Builder with(int port) {
        return more.apply(Console.over(database))
                .port(port)
                .token(APPROVER, new User("ann", ConsoleRole.APPROVER))
                .token(VIEWER, new User("vic", ConsoleRole.VIEWER))
                .token(REQUESTER, new User("ci", ConsoleRole.REQUESTER))
                .directories(session -> directory)
                .sessions(() -> List.copyOf(sessions))
                .hooks(() -> List.of(
                        new MountedHook("shell-guard", "tool:pre", 10, "deny", Duration.ofSeconds(2)),
                        new MountedHook("budget", "provider:request", 40, "continue", null)))
                .findings(() -> findings)
                .preview(
                        (request, input) -> String.valueOf(input.get("command")).contains("rm")
                                ? new Console.Preview.Verdict("deny", "rm is not for agents")
                                : new Console.Preview.Verdict("allow", ""));
    }

    void restart() {
        stop();
        console = with(port).explainer(hooks::explained).start();
    }

    void restartWithoutHooks() {
        stop();
        console = with(port).start();
    }

    /** Ends the console; {@link #restart} starts it again at the same port. */
    void stop() {
        console.close();
    }

    /** A question of an agent, on its way into the store. */
    ApprovalRequest ask(String command) {
        return ask(EventData.of("command", command), "Run this?", Duration.ofMinutes(5), 1);
    }

    ApprovalRequest ask(EventData input, String prompt, Duration timeout, int votes) {
        return ask("s-1", "Bash", input, prompt, timeout, votes, List.of());
    }

    ApprovalRequest ask(
            String session,
            String tool,
            EventData input,
            String prompt,
            Duration timeout,
            int votes,
            List<String> approvers) {
        EventData data = EventData.of("session_id", session, "tool_name", tool, "tool_input", input);
        Question question = new Question(
                "guard", prompt, List.of("Allow once", "Deny"), timeout, Decision.DENY, "it is a test", "");
        ApprovalRequest request = new ApprovalRequest(
                        UUID.randomUUID().toString(),
                        session,
                        "tool:pre",
                        question,
                        data,
                        ApprovalRequest.digestOf(data),
                        Instant.now())
                .needing(votes, approvers);
        database.store().request(request);
        return request;
    }

    String address() {
        return "http://127.0.0.1:" + console.port();
    }

    /** What came back: status and body. */
    record Answer(int status, EventData body, HttpResponse<String> response) {

        String text(String key) {
            return String.valueOf(body.get(key));
        }
    }

    Answer get(String token, String path) throws Exception {
        return send(token, "GET", path, null, it -> it);
    }

    Answer post(String token, String path, EventData body) throws Exception {
        return send(token, "POST", path, EventDataJson.write(body), it -> it);
    }

    Answer send(String token, String method, String path, String body, UnaryOperator<HttpRequest.Builder> more)
            throws Exception {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(address() + "/api/v1" + path))
                .timeout(Duration.ofSeconds(70))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            builder.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            builder.header("Content-Type", "application/json");
        }
        HttpResponse<String> response = http.send(more.apply(builder).build(), HttpResponse.BodyHandlers.ofString());
        String type = response.headers().firstValue("Content-Type").orElse("");
        boolean isText = type.startsWith("text/");
        description.check(method, path, response.statusCode(), type, isText ? "\"text\"" : response.body());
        EventData read = isText || response.body().isEmpty() ? EventData.empty() : EventDataJson.read(response.body());
        return new Answer(response.statusCode(), read, response);
    }

    /** The body of a decision on what was just shown. */
    static EventData decision(Answer shown, String option) {
        return EventData.of(
                "option",
                option,
                "digest",
                shown.body().object("operation").get("digest"),
                "nonce",
                shown.body().get("nonce"),
                "seen",
                "all");
    }

    @Override
    public void close() {
        List<Exception> problems = new ArrayList<>();
        for (AutoCloseable each : List.<AutoCloseable>of(console, database)) {
            try {
                each.close();
            } catch (Exception e) {
                problems.add(e);
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalStateException("It did not end well", problems.getFirst());
        }
    }
}
