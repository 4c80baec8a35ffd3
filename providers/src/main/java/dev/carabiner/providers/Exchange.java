package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.runtime.provider.ProviderException;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call, as LangChain4j's HTTP client: it works on the thread that calls it, reads every piece of JSON strictly
 * before LangChain4j does, and keeps the failure, because LangChain4j wraps, logs or drops the ones it is given.
 */
final class Exchange implements HttpClient {

    private final Wire wire;
    private final Dialect dialect;
    private final Failures failures;
    private @Nullable RuntimeException failure;
    private @Nullable Error error;
    private boolean interrupted;
    private String stopReason = "";

    Exchange(Wire wire, Dialect dialect, Failures failures) {
        this.wire = wire;
        this.dialect = dialect;
        this.failures = failures;
    }

    HttpClientBuilder builder() {
        return new Builder(this);
    }

    /** In the service's words, or "" if it did not say. */
    String stopReason() {
        return stopReason;
    }

    boolean failed() {
        return failure != null || error != null || interrupted;
    }

    /** Only the first failure counts: the others follow from it. */
    void fail(Throwable cause) {
        if (failed()) {
            return;
        }
        switch (cause) {
            case Error e -> error = e;
            case RuntimeException e -> failure = e;
            default -> failure = failures.malformed(cause.getClass().getSimpleName());
        }
    }

    /** Throws what went wrong, if anything did. */
    void check() throws InterruptedException {
        if (interrupted) {
            Thread.interrupted(); // the exception takes the flag's place
            throw new InterruptedException();
        }
        if (error != null) {
            throw error;
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        try {
            HttpResponse<BodyStream> response = wire.send(request);
            try (BodyStream body = response.body()) {
                byte[] bytes = body.readAllBytes();
                see(EventDataJson.read(bytes));
                return success(response).body(bytes).build();
            }
        } catch (InterruptedException | IOException | RuntimeException e) {
            throw failedWith(e);
        }
    }

    @Override
    public void execute(HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try {
            HttpResponse<BodyStream> response = wire.send(request);
            CheckedEvents events = new CheckedEvents(this, listener);
            try (BodyStream body = response.body()) {
                listener.onOpen(success(response).build());
                parser.parse(body, events);
            }
            if (!failed() && !events.complete()) {
                fail(failures.cut());
            }
            if (!failed()) {
                listener.onClose();
            }
        } catch (InterruptedException | IOException | RuntimeException e) {
            failedWith(e);
        }
    }

    /** Looks at a piece of the answer. */
    void see(EventData piece) {
        ProviderException told = failures.told(piece);
        if (told != null) {
            throw told;
        }
        String refusal = dialect.refusal(piece);
        if (refusal != null) {
            throw failures.refused(refusal);
        }
        String reason = dialect.stopReason(piece);
        stopReason = reason == null ? stopReason : reason;
    }

    boolean isLast(EventData piece) {
        return dialect.isLast(piece);
    }

    /** Keeps the failure in words that may be shown. */
    RuntimeException failedWith(Throwable cause) {
        if (cause instanceof InterruptedException || cause instanceof InterruptedIOException) {
            interrupted = !failed();
        } else if (cause instanceof IOException io) {
            fail(failures.io(io));
        } else if (cause instanceof ProviderException known) {
            fail(known);
        } else if (cause instanceof InvalidJsonException invalid) {
            fail(failures.malformed(String.valueOf(invalid.getMessage())));
        } else {
            fail(failures.malformed(cause.getClass().getSimpleName()));
        }
        return failure == null ? failures.cut() : failure;
    }

    private static SuccessfulHttpResponse.Builder success(HttpResponse<?> response) {
        return SuccessfulHttpResponse.builder()
                .statusCode(response.statusCode())
                .headers(response.headers().map());
    }

    /** Gives out the exchange. Time limits are the exchange's own affair. */
    private record Builder(Exchange exchange) implements HttpClientBuilder {

        @Override
        public Duration connectTimeout() {
            return Duration.ZERO;
        }

        @Override
        public HttpClientBuilder connectTimeout(Duration timeout) {
            return this;
        }

        @Override
        public Duration readTimeout() {
            return Duration.ZERO;
        }

        @Override
        public HttpClientBuilder readTimeout(Duration timeout) {
            return this;
        }

        @Override
        public HttpClient build() {
            return exchange;
        }
    }
}
