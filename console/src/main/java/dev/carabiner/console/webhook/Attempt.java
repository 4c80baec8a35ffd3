package dev.carabiner.console.webhook;

import dev.carabiner.display.Throwables;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * One try to deliver one message: a POST over a connection of its own. The name is looked up once, its addresses are
 * checked, and the connection goes to one of those very addresses, so that a name that changes in between changes nothing.
 * Nothing but the status of the answer is read; redirects are not followed; no proxy is used.
 */
final class Attempt {

    /** What came of it. */
    sealed interface Outcome {

        /** The receiver has it. */
        record Delivered() implements Outcome {}

        /** The receiver wants nothing more. */
        record Gone() implements Outcome {}

        /** It may work another time. */
        record Failed(String why) implements Outcome {}
    }

    private static final int MOST_BYTES = 16 * 1024;
    private static final int GONE = 410;

    private final WebhookEndpoint endpoint;
    private final WebhookSettings settings;
    private volatile @Nullable Socket socket;
    private volatile boolean over;

    Attempt(WebhookEndpoint endpoint, WebhookSettings settings) {
        this.endpoint = endpoint;
        this.settings = settings;
    }

    /** Returns when the receiver has answered, or its time is over, whatever it does. */
    Outcome send(WebhookMessage message) throws InterruptedException {
        FutureTask<Outcome> work = new FutureTask<>(() -> posted(message));
        // no virtual thread: a look-up of a name that hangs would hold one of the few threads that carry all of them
        Thread.ofPlatform()
                .daemon()
                .name("carabiner-webhook-" + endpoint.name())
                .start(work);
        try {
            return work.get(settings.timing().patience().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Outcome.Failed(
                    "no answer within " + settings.timing().patience().toMillis() + " ms");
        } catch (ExecutionException e) {
            Throwable thrown = Objects.requireNonNull(e.getCause(), "what the work threw");
            Throwables.rethrowIfFatal(thrown);
            return new Outcome.Failed(Throwables.inWords(thrown));
        } finally {
            over = true;
            close(socket);
        }
    }

    private Outcome posted(WebhookMessage message) throws IOException {
        try (Socket plain = connected(checked());
                Socket secured = endpoint.isSecure() ? secured(plain) : plain) {
            OutputStream out = secured.getOutputStream();
            out.write(request(message, Instant.now().getEpochSecond()));
            out.flush();
            int status = status(new BufferedInputStream(secured.getInputStream()));
            if (status >= 200 && status <= 299) {
                return new Outcome.Delivered();
            }
            return status == GONE ? new Outcome.Gone() : new Outcome.Failed("it answered with status " + status);
        }
    }

    /** All addresses, if each is permitted: a name with one that is not is not trusted with the others. */
    private InetAddress[] checked() throws IOException {
        InetAddress[] all;
        try {
            all = settings.lookup().addresses(endpoint.host());
        } catch (UnknownHostException e) {
            throw new IOException("the name " + endpoint.host() + " is not known", e);
        }
        for (InetAddress each : all) {
            String refusal = AddressRules.refusal(each, endpoint.privateAddresses());
            if (refusal != null) {
                throw new IOException("the name " + endpoint.host() + " " + refusal);
            }
        }
        return all;
    }

    private Socket connected(InetAddress[] addresses) throws IOException {
        int patience = (int) Math.max(1, settings.timing().patience().toMillis() / Math.max(1, addresses.length));
        IOException last = new IOException("the name " + endpoint.host() + " has no address");
        for (InetAddress address : addresses) {
            Socket each = new Socket(Proxy.NO_PROXY);
            socket = each;
            if (over) {
                close(each);
            }
            try {
                each.connect(new InetSocketAddress(address, endpoint.port()), patience);
                return each;
            } catch (IOException e) {
                close(each);
                last = e;
            }
        }
        throw last;
    }

    private Socket secured(Socket plain) throws IOException {
        SSLSocket secured = (SSLSocket) settings.tls().createSocket(plain, endpoint.host(), endpoint.port(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private byte[] request(WebhookMessage message, long timestamp) throws IOException {
        byte[] body = message.body();
        String path = endpoint.address().getRawPath().isEmpty()
                ? "/"
                : endpoint.address().getRawPath();
        String query = endpoint.address().getRawQuery();
        String signatures = endpoint.secrets().stream()
                .map(secret -> secret.signature(message.id(), timestamp, body))
                .collect(Collectors.joining(" "));
        String head = "POST " + path + (query == null ? "" : "?" + query) + " HTTP/1.1\r\n"
                + "Host: " + endpoint.origin().replaceFirst("^https?://", "") + "\r\n"
                + "User-Agent: Carabiner\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: " + body.length + "\r\n"
                + "webhook-id: " + message.id() + "\r\n"
                + "webhook-timestamp: " + timestamp + "\r\n"
                + "webhook-signature: " + signatures + "\r\n"
                + "Connection: close\r\n\r\n";
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(head.getBytes(StandardCharsets.US_ASCII));
        request.write(body);
        return request.toByteArray();
    }

    /** The status of the final answer; those in between (1xx) are passed over. */
    private static int status(InputStream in) throws IOException {
        int left = MOST_BYTES;
        int status = 0;
        boolean inHead = false;
        while (left > 0) {
            String line = line(in, left);
            left -= line.length() + 2;
            if (inHead) {
                inHead = !line.isEmpty();
                continue;
            }
            if (!line.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
                throw new IOException("what answers there speaks no HTTP");
            }
            status = Integer.parseInt(line.substring(9, 12));
            if (status >= 200) {
                return status;
            }
            inHead = true;
        }
        throw new IOException("the answer does not begin within " + MOST_BYTES + " bytes");
    }

    private static String line(InputStream in, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection ended before the answer");
            }
            if (line.length() >= most) {
                throw new IOException("the answer's line is too long");
            }
            line.append((char) c);
        }
        int end = line.length() - 1;
        return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
    }

    private static void close(@Nullable Socket open) {
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            // it is of no use any more
        }
    }
}
