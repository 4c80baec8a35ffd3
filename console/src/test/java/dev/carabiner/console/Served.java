package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** A console over a real store, and what can be sent to it by those who keep to no rules. */
final class Served implements AutoCloseable {

    static final String ANN = "approver-ann-0123456789abcdef0123456789";
    static final String BOB = "approver-bob-0123456789abcdef0123456789";
    static final String CI = "requester-ci-0123456789abcdef0123456789";

    final ApprovalDatabase database;
    final Console console;

    Served(Path directory) {
        database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        console = Console.over(database)
                .token(ANN, new User("ann", ConsoleRole.APPROVER))
                .token(BOB, new User("bob", ConsoleRole.APPROVER))
                .token(CI, new User("ci", ConsoleRole.REQUESTER))
                .directories(session -> directory)
                .start();
    }

    /** A question about a shell command that so many have to allow. */
    ApprovalRequest ask(String command, int votes) {
        EventData data =
                EventData.of("session_id", "s-1", "tool_name", "Bash", "tool_input", EventData.of("command", command));
        return ask(
                "s-1",
                new Question(
                        "guard",
                        "Run this?",
                        List.of("Allow once", "Deny"),
                        Duration.ofMinutes(5),
                        Decision.DENY,
                        "it is a test",
                        ""),
                data,
                votes);
    }

    ApprovalRequest ask(String session, Question question, EventData data, int votes) {
        ApprovalRequest request = new ApprovalRequest(
                        UUID.randomUUID().toString(),
                        session,
                        "tool:pre",
                        question,
                        data,
                        ApprovalRequest.digestOf(data),
                        Instant.now())
                .needing(votes);
        database.store().request(request);
        return request;
    }

    String host() {
        return "127.0.0.1:" + console.port();
    }

    /** What came back, as it came. */
    record Response(String text) {

        int status() {
            String[] words = text.split(" ", 3);
            return words.length < 2 ? 0 : Integer.parseInt(words[1]);
        }

        String header(String name) {
            return text.lines()
                    .takeWhile(line -> !line.isEmpty())
                    .filter(line -> line.toLowerCase(java.util.Locale.ROOT)
                            .startsWith(name.toLowerCase(java.util.Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }

        String body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }

        EventData json() {
            return EventDataJson.read(body());
        }
    }

    /** Sends a head without its last line, and a body; the length of the body is not added. */
    Response raw(String head, String body) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", console.port())) {
            socket.setSoTimeout(30_000);
            String end = head.contains("\r\nConnection: ") ? "\r\n" : "Connection: close\r\n\r\n";
            String all = head + end + body;
            socket.getOutputStream().write(all.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return new Response(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    Response get(String token, String path) throws IOException {
        return raw(
                "GET /api/v1" + path + " HTTP/1.1\r\nHost: " + host() + "\r\nAuthorization: Bearer " + token + "\r\n",
                "");
    }

    Response post(String token, String path, EventData body) throws IOException {
        return post("Authorization: Bearer " + token + "\r\n", path, EventDataJson.write(body));
    }

    /** With any header lines. */
    Response post(String headers, String path, String body) throws IOException {
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        return raw(
                "POST /api/v1" + path + " HTTP/1.1\r\nHost: " + host() + "\r\nContent-Type: application/json\r\n"
                        + "Content-Length: " + length + "\r\n" + headers,
                body);
    }

    /** The body of a decision on what this user is shown now. */
    EventData decision(String token, ApprovalRequest request, String option) throws IOException {
        EventData shown = get(token, "/approvals/" + request.id()).json();
        return EventData.of(
                "option",
                option,
                "digest",
                request.digest(),
                "nonce",
                String.valueOf(shown.get("nonce")),
                "seen",
                "all");
    }

    Response decide(String token, ApprovalRequest request, EventData decision) throws IOException {
        return post(token, "/approvals/" + request.id() + "/decision", decision);
    }

    /** A cookie of the first approver, as a browser would hold it. */
    String cookie() throws IOException {
        String link = console.link(new User("ann", ConsoleRole.APPROVER));
        String token = link.substring(link.indexOf("#t=") + 3);
        Response response =
                post("Origin: http://" + host() + "\r\n", "/login", EventDataJson.write(EventData.of("token", token)));
        return response.header("Set-Cookie").split(";", 2)[0];
    }

    @Override
    public void close() {
        console.close();
        database.close();
    }
}
