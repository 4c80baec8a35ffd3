package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderException;
import dev.langchain4j.http.client.HttpRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The connections of one provider. It adds the key to what is sent, and follows no redirection that could carry it on. */
final class Wire implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(15);
    private static final int LARGEST_ERROR = 64 * 1024;

    private final Dialect dialect;
    private final ProviderSettings settings;
    private final Failures failures;
    private final HttpClient client;

    Wire(Dialect dialect, ProviderSettings settings, Failures failures) {
        this.dialect = dialect;
        this.settings = settings;
        this.failures = failures;
        Duration silence = settings.silence();
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // offering an upgrade confuses some local servers
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(silence.compareTo(CONNECT) < 0 ? silence : CONNECT)
                .build();
    }

    /**
     * Sends the request, and waits for the beginning of the response.
     *
     * @throws ProviderException if the response is not a success
     */
    HttpResponse<BodyStream> send(HttpRequest request) throws IOException, InterruptedException {
        TimeLimit limit = new TimeLimit(settings.silence(), settings.total());
        BodyStream body = new BodyStream(limit);
        HttpResponse<BodyStream> response = await(client.sendAsync(withKey(request), info -> body), body, limit);
        if (response.statusCode() / 100 == 2) {
            return response;
        }
        try (BodyStream error = response.body()) {
            throw failures.status(response.statusCode(), response.headers(), text(error));
        }
    }

    /** Ends all calls. */
    @Override
    public void close() {
        client.shutdownNow();
    }

    private java.net.http.HttpRequest withKey(HttpRequest request) {
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url()));
        request.headers().forEach((name, values) -> values.forEach(value -> builder.setHeader(name, value)));
        builder.setHeader("User-Agent", "carabiner");
        ApiKey key = settings.endpoint().key();
        if (key != null) {
            builder.setHeader(dialect.keyHeader(), dialect.keyPrefix() + key.reveal());
        }
        String body = dialect.request(request.body() == null ? "" : request.body(), settings.model());
        return builder.method(request.method().name(), BodyPublishers.ofString(body))
                .build();
    }

    /**
     * The request's own time-out is not used: newer JDKs count the body too. Whoever stops waiting cancels the exchange
     * and closes the body, since cancelling does nothing to a response that has just begun.
     */
    private static <T> T await(CompletableFuture<T> exchange, BodyStream body, TimeLimit limit)
            throws IOException, InterruptedException {
        try {
            return exchange.get(limit.nanosToWait(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            exchange.cancel(true);
            body.close();
            throw e;
        } catch (TimeoutException e) {
            exchange.cancel(true);
            body.close();
            throw new HttpTimeoutException(limit.reached());
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
    }

    private static String text(BodyStream error) {
        try {
            return new String(error.readNBytes(LARGEST_ERROR), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // the status is known, and says more than that its explanation broke off
        }
    }
}
