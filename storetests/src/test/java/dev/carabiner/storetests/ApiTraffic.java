package dev.carabiner.storetests;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Two people and a program that use the API, until the server dies. What it has acknowledged goes into the ledger. */
final class ApiTraffic implements AutoCloseable {

    private final String address;
    private final Ledger ledger;
    private final Map<String, String> asked; // the key of a request, and its id once it is known; kept by the caller
    private final List<Thread> threads = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger answers = new AtomicInteger();
    private volatile boolean ending;

    ApiTraffic(String address, Ledger ledger, Map<String, String> asked) {
        this.address = address;
        this.ledger = ledger;
        this.asked = asked;
        for (String token : List.of(ServeProcess.ANN, ServeProcess.ANN, ServeProcess.BOB)) {
            threads.add(Thread.ofVirtual().start(() -> repeat(() -> decide(token))));
        }
        threads.add(Thread.ofVirtual().start(() -> repeat(this::ask)));
    }

    /** One call after another. */
    @FunctionalInterface
    private interface Step {
        void run() throws IOException, InterruptedException;
    }

    private void repeat(Step step) {
        try {
            while (!ending) {
                step.run();
                answers.incrementAndGet();
            }
        } catch (IOException | InterruptedException e) {
            ledger.failed(); // the server was killed
        }
    }

    private EventData send(String token, String path, EventData body, int expected, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token);
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (body != null) {
            request.header("Content-Type", "application/json").POST(BodyPublishers.ofString(EventDataJson.write(body)));
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        return response.statusCode() == expected ? EventDataJson.read(response.body()) : null;
    }

    private void decide(String token) throws IOException, InterruptedException {
        EventData page = send(token, "/approvals?state=pending&limit=200", null, 200);
        List<?> waiting = page == null ? List.of() : (List<?>) page.get("approvals");
        for (int i = 0; i < 20 && !waiting.isEmpty(); i++) {
            Map<?, ?> one = (Map<?, ?>) waiting.get(ThreadLocalRandom.current().nextInt(waiting.size()));
            decide(token, String.valueOf(one.get("id")));
        }
    }

    private void decide(String token, String id) throws IOException, InterruptedException {
        EventData shown = send(token, "/approvals/" + id, null, 200);
        if (shown == null || shown.get("nonce") == null) {
            return;
        }
        boolean allow = ThreadLocalRandom.current().nextInt(4) > 0;
        String voter = token.equals(ServeProcess.ANN) ? "ann" : "bob";
        String option = allow ? "Allow once" : "Deny";
        ledger.tried(id, voter, option);
        EventData decision = EventData.of(
                "option",
                allow ? "allow_once" : "deny",
                "digest",
                shown.object("operation").text("digest"),
                "nonce",
                shown.text("nonce"),
                "seen",
                "all");
        if (send(token, "/approvals/" + id + "/decision", decision, 200) != null) {
            ledger.won(id, voter, option);
        }
    }

    /** A key whose request was not acknowledged is used again: it is the same request then. */
    private void ask() throws IOException, InterruptedException {
        String key = asked.entrySet().stream()
                .filter(it -> it.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .findAny()
                .orElseGet(() -> UUID.randomUUID().toString());
        asked.put(key, "");
        EventData body = EventData.of("tool", "Deploy", "input", EventData.of("key", key), "timeout", "7d");
        EventData made = send(ServeProcess.CI, "/approvals", body, 201, "Idempotency-Key", key);
        if (made != null) {
            asked.put(key, String.valueOf(made.get("id")));
            ledger.asked(String.valueOf(made.get("id")));
        }
        Thread.sleep(5);
    }

    int answers() {
        return answers.get();
    }

    static Map<String, String> noneAsked() {
        return new ConcurrentHashMap<>();
    }

    @Override
    public void close() throws InterruptedException {
        ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
