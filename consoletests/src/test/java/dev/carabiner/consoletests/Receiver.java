package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;

/** A server that takes webhooks, on the loopback address. */
final class Receiver implements AutoCloseable {

    static final String SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    static final String OLD_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    /** A message as it came, at this {@code System.nanoTime()}. */
    record Got(String method, String path, Map<String, List<String>> headers, String body, long nanos) {

        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }

        String id() {
            return header("webhook-id");
        }

        EventData json() {
            return EventDataJson.read(body);
        }

        String type() {
            return String.valueOf(json().get("type"));
        }

        EventData data() {
            return json().object("data");
        }

        /** Fails unless this secret has signed it. */
        Got verified(String secret) throws Exception {
            new Webhook(secret).verify(body, headers);
            return this;
        }
    }

    final List<Got> all = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Queue<Integer> answers = new ArrayDeque<>();
    private volatile int usual = 204;

    Receiver() throws IOException {
        this(0);
    }

    Receiver(int port) throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
    }

    static Receiver overTls(SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        return new Receiver(server);
    }

    private Receiver(HttpServer server) {
        this.server = server;
        server.createContext("/", this::take);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            headers.putAll(exchange.getRequestHeaders());
            all.add(new Got(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    System.nanoTime()));
            int status = next();
            if (status / 100 == 3) {
                exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + port() + "/elsewhere");
            }
            exchange.sendResponseHeaders(status, -1);
        }
    }

    private int next() {
        synchronized (answers) {
            return answers.isEmpty() ? usual : answers.remove();
        }
    }

    /** Answers the next messages with these, and those after them as before. */
    Receiver answering(Integer... statuses) {
        synchronized (answers) {
            answers.addAll(List.of(statuses));
        }
        return this;
    }

    Receiver usually(int status) {
        usual = status;
        return this;
    }

    int port() {
        return server.getAddress().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port() + "/hooks?token=in-the-address";
    }

    List<Got> of(String type) {
        return all.stream().filter(it -> it.type().equals(type)).toList();
    }

    /** Waits for so many of this type, and then for no more. */
    List<Got> await(String type, int count) throws InterruptedException {
        Predicate<Got> wanted = it -> it.type().equals(type);
        for (int i = 0; i < 1_500 && all.stream().filter(wanted).count() < count; i++) {
            Thread.sleep(10);
        }
        assertThat(of(type)).as(type).hasSize(count);
        return of(type);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
