package dev.carabiner.providers;

import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * LangChain4j's HTTP client for the models that take one. Unlike LangChain4j's own it works on the calling thread, ends
 * when that is interrupted, bounds what it reads, reports how long the service wants to be left alone, and takes no
 * answer that breaks off or is not JSON for a whole one.
 */
final class GuardedHttp implements HttpClient, HttpClientBuilder, AutoCloseable {

    /** Stands for the key where there is none and LangChain4j insists on one; a header with it is not sent. */
    static final String NO_KEY = "carabiner-has-no-key";

    private static final Duration CONNECT = Duration.ofSeconds(15);
    private static final int LARGEST_ERROR = 64 * 1024;

    private final LangChainProviderModule module;
    private final Settings settings;
    private final Failures failures;
    private final java.net.http.HttpClient client;

    GuardedHttp(LangChainProviderModule module, Settings settings, Failures failures) {
        this.module = module;
        this.settings = settings;
        this.failures = failures;
        Duration silence = settings.silence();
        this.client = java.net.http.HttpClient.newBuilder()
                .version(java.net.http.HttpClient.Version.HTTP_1_1) // offering an upgrade confuses some local servers
                .followRedirects(java.net.http.HttpClient.Redirect.NEVER) // one could carry the key elsewhere
                .connectTimeout(silence.compareTo(CONNECT) < 0 ? silence : CONNECT)
                .build();
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            HttpResponse<InputStream> response = send(request);
            try (InputStream body = new Bounded(response.body())) {
                byte[] bytes = body.readAllBytes();
                CheckedEvents.isLast(Json.read(new String(bytes, StandardCharsets.UTF_8)), failures);
                return success(response).body(bytes).build();
            }
        } catch (InterruptedException | IOException | RuntimeException e) {
            throw failures.of(e);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try {
            HttpResponse<InputStream> response = send(request);
            CheckedEvents events = new CheckedEvents(failures, listener);
            try (InputStream body = new Bounded(response.body())) {
                listener.onOpen(success(response).build());
                parser.parse(body, events);
            }
            events.requireWhole();
            listener.onClose();
        } catch (InterruptedException | IOException | RuntimeException e) {
            listener.onError(failures.of(e));
        }
    }

    /** Ends all calls. */
    @Override
    public void close() {
        client.shutdownNow();
    }

    /** The body's stream exists before the response does, so that an interrupted call can close it in any case. */
    private HttpResponse<InputStream> send(HttpRequest request) throws IOException, InterruptedException {
        BodySubscriber<InputStream> body = BodySubscribers.ofInputStream();
        HttpResponse<InputStream> response;
        try {
            response = client.send(translated(request), info -> body);
        } catch (InterruptedException e) {
            body.getBody().toCompletableFuture().join().close();
            throw e;
        }
        Call.heard(null);
        if (response.statusCode() / 100 == 2) {
            return response;
        }
        try (InputStream error = response.body()) {
            throw failures.status(response.statusCode(), response.headers(), text(error));
        }
    }

    private java.net.http.HttpRequest translated(HttpRequest request) {
        URI address = URI.create(request.url());
        if (settings.base() == null) {
            failures.place(address.getScheme() + "://" + address.getAuthority());
        }
        if (settings.key() != null && !SettingsReader.keepsSecrets(address)) {
            throw failures.failed(Kind.REJECTED, "would get the key unencrypted; use https");
        }
        java.net.http.HttpRequest.Builder builder = java.net.http.HttpRequest.newBuilder(address);
        request.headers()
                .forEach((name, values) -> values.stream()
                        .filter(value -> !value.contains(NO_KEY))
                        .forEach(value -> builder.header(name, value)));
        BodyPublisher body = request.body() == null
                ? BodyPublishers.noBody()
                : BodyPublishers.ofString(module.request(request.body(), settings.model()));
        return builder.setHeader("User-Agent", "carabiner")
                .method(request.method().name(), body)
                .build();
    }

    private static String text(InputStream error) {
        try {
            return new String(error.readNBytes(LARGEST_ERROR), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return ""; // the status is known, and says more than that its explanation broke off
        }
    }

    private static SuccessfulHttpResponse.Builder success(HttpResponse<?> response) {
        return SuccessfulHttpResponse.builder()
                .statusCode(response.statusCode())
                .headers(response.headers().map());
    }

    @Override
    public HttpClient build() {
        return this;
    }

    @Override
    public Duration connectTimeout() {
        return CONNECT;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        return this; // the settings say it
    }

    @Override
    public Duration readTimeout() {
        return settings.silence();
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        return this; // the thread that waits for the call keeps the time
    }

    /** Tells the call that bytes come, and ends when they are too many. */
    private final class Bounded extends FilterInputStream {

        private long taken;

        Bounded(InputStream body) {
            super(body);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            Call.heard(null);
            taken += Math.max(0, count);
            if (taken > Call.LARGEST) {
                throw failures.tooLarge();
            }
            return count;
        }
    }
}
