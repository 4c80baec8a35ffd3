package dev.carabiner.providers;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The body of a response, read on the caller's thread as it arrives. The client's own stream waits without end; this
 * one gives up when the service is silent for too long, when the call takes too long, or when the body is too large,
 * and it ends at once when the reader is interrupted. Giving up closes the connection.
 */
final class BodyStream extends InputStream implements BodySubscriber<BodyStream> {

    private static final int LARGEST = 32 * 1024 * 1024;

    private final TimeLimit limit;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final CompletableFuture<Flow.Subscription> subscribed = new CompletableFuture<>();
    private final Queue<ByteBuffer> buffers = new ArrayDeque<>();
    private long taken;
    private boolean ended;

    BodyStream(TimeLimit limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<BodyStream> getBody() {
        return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        if (subscribed.complete(subscription)) {
            subscription.request(1);
        } else {
            subscription.cancel();
        }
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
        arrivals.add(new Bytes(item));
    }

    @Override
    public void onError(Throwable failure) {
        arrivals.add(new Broken(failure));
    }

    @Override
    public void onComplete() {
        arrivals.add(new End());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    /** Waits for the first byte only. */
    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        ByteBuffer buffer = nextBuffer();
        if (buffer == null) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count;
    }

    /** Also before the response has begun: it is then cut off when it does. */
    @Override
    public void close() {
        ended = true;
        buffers.clear();
        if (!subscribed.cancel(false)) {
            subscribed.join().cancel();
        }
    }

    private @Nullable ByteBuffer nextBuffer() throws IOException {
        while (true) {
            ByteBuffer first = buffers.peek();
            if (first != null && first.hasRemaining()) {
                return first;
            }
            if (first != null) {
                buffers.remove();
            } else if (ended) {
                return null;
            } else {
                take(next());
            }
        }
    }

    private void take(Arrival arrival) throws IOException {
        switch (arrival) {
            case Bytes bytes -> takeBytes(bytes);
            case End end -> ended = true;
            case Broken broken -> {
                close();
                throw broken.cause() instanceof IOException io ? io : new IOException(broken.cause());
            }
        }
    }

    private void takeBytes(Bytes bytes) throws TooLargeException {
        for (ByteBuffer buffer : bytes.buffers()) {
            taken += buffer.remaining();
        }
        if (taken > LARGEST) {
            close();
            throw new TooLargeException();
        }
        buffers.addAll(bytes.buffers());
        subscribed.join().request(1);
    }

    private Arrival next() throws IOException {
        try {
            Arrival arrival = arrivals.poll(limit.nanosToWait(), TimeUnit.NANOSECONDS);
            if (arrival != null) {
                return arrival;
            }
            close();
            throw new HttpTimeoutException(limit.reached());
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }

    private sealed interface Arrival {}

    private record Bytes(List<ByteBuffer> buffers) implements Arrival {}

    private record Broken(Throwable cause) implements Arrival {}

    private record End() implements Arrival {}

    /** More than any answer needs. */
    static final class TooLargeException extends IOException {

        private static final long serialVersionUID = 1L;

        TooLargeException() {
            super("the answer is larger than " + LARGEST + " bytes");
        }
    }
}
