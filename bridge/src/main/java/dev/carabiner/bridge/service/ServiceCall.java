package dev.carabiner.bridge.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.bridge.dialect.HookFailedException;
import java.io.ByteArrayOutputStream;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One POST to a service: no redirect is followed, no proxy is asked, certificates are checked, and both time and size of the
 * answer are bounded as a whole.
 */
public final class ServiceCall implements AutoCloseable {

    private static final int MOST_BYTES = 4 * 1024 * 1024;

    private final HttpClient client = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(HttpClient.Builder.NO_PROXY)
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    /**
     * Waits for the answer.
     *
     * @return its text; empty if there is none
     * @throws HookFailedException if it is no success, comes too late or is too much
     */
    public String post(ServiceAddress address, Map<String, String> headers, String body, Duration limit)
            throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.uri())
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .header("Accept", "application/json");
        headers.forEach(request::setHeader);
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request.build(), info -> new Bounded());
        try {
            HttpResponse<String> response = answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (response.statusCode() / 100 != 2) {
                throw new HookFailedException("the service answered with status " + response.statusCode());
            }
            return response.body();
        } catch (TimeoutException e) {
            throw new HookFailedException("the service took longer than " + limit.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new HookFailedException("the service cannot be asked: " + inWords(e.getCause()), e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private static String inWords(@Nullable Throwable cause) {
        if (cause instanceof ConnectException && cause.getMessage() == null) {
            return "nothing answers there, or the host is not known; check that it runs and that url is right";
        }
        String message = cause == null ? null : cause.getMessage();
        return message == null ? String.valueOf(cause) : message;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** Takes so much and no more: the rest is not even read. */
    private static final class Bounded implements BodySubscriber<String> {

        private final CompletableFuture<String> body = new CompletableFuture<>();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private Flow.@Nullable Subscription subscription;

        @Override
        public CompletionStage<String> getBody() {
            return body;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(1);
        }

        @Override
        public void onNext(List<ByteBuffer> items) {
            for (ByteBuffer item : items) {
                byte[] more = new byte[item.remaining()];
                item.get(more);
                bytes.write(more, 0, more.length);
            }
            if (subscription != null && bytes.size() > MOST_BYTES) {
                subscription.cancel();
                body.completeExceptionally(
                        new HookFailedException("the service answered more than " + MOST_BYTES + " bytes"));
            } else if (subscription != null) {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            body.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            body.complete(bytes.toString(UTF_8));
        }
    }
}
