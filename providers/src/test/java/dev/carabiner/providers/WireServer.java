package dev.carabiner.providers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server on loopback that is no better than the worst: it sends exactly the bytes it is told to, and hangs up in
 * the middle if told so. Each request takes the next reply.
 */
final class WireServer implements AutoCloseable {

    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

    WireServer() {
        try {
            listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    WireServer reply(Reply reply) {
        replies.add(reply);
        return this;
    }

    /** The next request that came. */
    Received received() throws InterruptedException {
        Received next = received.poll(10, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request came");
        }
        return next;
    }

    int requestsLeft() {
        return received.size();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Received request = read(in); request != null; request = read(in)) {
                received.add(request);
                Reply reply = replies.poll();
                (reply == null ? Replies.json(500, "{\"error\":\"no reply prepared\"}") : reply).send(socket);
            }
        } catch (IOException e) {
            // hung up, by either side
        } finally {
            sockets.remove(socket);
        }
    }

    private static Received read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) {
            return null;
        }
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip());
        }
        byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
        return new Received(List.of(first.split(" ")).get(1), headers, new String(body, UTF_8));
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                line.write(c);
            }
        }
        return line.toString(UTF_8);
    }

    /** What a client sent. */
    record Received(String path, Map<String, String> headers, String body) {

        EventData json() {
            return EventDataJson.read(body);
        }
    }

    /** What to do with a connection on which a request came; it is closed if this throws. */
    @FunctionalInterface
    interface Reply {

        void send(Socket socket) throws IOException;
    }
}
