package dev.carabiner.console;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What has changed, as server-sent events for programs. Who reads too slowly is told that something was left out. */
final class Events {

    private static final int MOST_STREAMS = 100;
    private static final int MOST_WAITING = 1_000;
    private static final long PING_SECONDS = 15;

    private final Changes changes;
    private final ApprovalApi api;
    private final AtomicInteger open = new AtomicInteger();

    Events(Changes changes, ApprovalApi api) {
        this.changes = changes;
        this.api = api;
    }

    /** Returns when the reader is gone. */
    void stream(Request request, Response response, Callback callback) {
        if (open.incrementAndGet() > MOST_STREAMS) {
            open.decrementAndGet();
            throw Problem.of(503, "full", "Too many streams", "There are " + MOST_STREAMS + " streams open already");
        }
        BlockingQueue<Changes.Change> queue = new LinkedBlockingQueue<>(MOST_WAITING);
        AtomicBoolean gap = new AtomicBoolean(isGap(request));
        try (AutoCloseable listening = changes.listen(change -> {
            if (!queue.offer(change)) {
                gap.set(true);
            }
        })) {
            response.setStatus(200);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
            write(response, ": hello\n\n");
            while (true) {
                Changes.Change change = queue.poll(PING_SECONDS, TimeUnit.SECONDS);
                if (gap.getAndSet(false)) {
                    write(response, "event: gap\ndata: {}\n\n");
                }
                write(response, change == null ? ": ping\n\n" : text(change));
            }
        } catch (Exception e) {
            callback.failed(e); // the reader has gone, or the server ends
        } finally {
            open.decrementAndGet();
        }
    }

    /** What was before this stream began is not kept: who has heard of an earlier change reads the list anew. */
    private boolean isGap(Request request) {
        String last = request.getHeaders().get("Last-Event-ID");
        return last != null && !last.equals(String.valueOf(changes.last().number()));
    }

    private String text(Changes.Change change) {
        StringBuilder out = new StringBuilder();
        for (String id : change.ids()) {
            EventData approval = summary(id);
            if (approval != null) {
                out.append("id: ").append(change.number()).append("\nevent: approval\ndata: ");
                out.append(EventDataJson.write(approval)).append("\n\n");
            }
        }
        return out.isEmpty() ? ": nothing\n\n" : out.toString();
    }

    private @Nullable EventData summary(String id) {
        return api.summary(id);
    }

    private static void write(Response response, String text) throws Exception {
        try (Blocker.Callback written = Blocker.callback()) {
            response.write(false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), written);
            written.block();
        }
    }
}
