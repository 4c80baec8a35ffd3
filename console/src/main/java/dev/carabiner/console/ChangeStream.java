package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

/**
 * Requests as they change, and the emits of all sessions, as server-sent events for programs. Who comes back with the id
 * of the last event gets what it has missed; who reads too slowly, or was away too long, is told that something is left out.
 */
final class ChangeStream {

    private static final int MOST_STREAMS = 100;
    private static final int MOST_WAITING = 1_000;
    private static final long PING_SECONDS = 15;
    private static final String GAP = "event: gap\ndata: {}\n\n";

    private final Changes changes;
    private final LogFollower follower;
    private final ApprovalApi api;
    private final AtomicInteger open = new AtomicInteger();

    ChangeStream(Changes changes, LogFollower follower, ApprovalApi api) {
        this.changes = changes;
        this.follower = follower;
        this.api = api;
    }

    /** Returns when the reader is gone. */
    void stream(Request request, Response response, Callback callback) {
        LiveFilter filter =
                LiveFilter.of(name -> Request.extractQueryParameters(request).getValue(name));
        if (open.incrementAndGet() > MOST_STREAMS) {
            open.decrementAndGet();
            throw Problem.of(503, "full", "Too many streams", "There are " + MOST_STREAMS + " streams open already");
        }
        BlockingQueue<Object> queue = new LinkedBlockingQueue<>(MOST_WAITING);
        AtomicBoolean gap = new AtomicBoolean();
        try (AutoCloseable changing = changes.listen(change -> offer(queue, change, gap));
                AutoCloseable logging = follower.listen(rows -> offer(queue, rows, gap))) {
            response.setStatus(200);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
            write(response, ": hello\n\n" + missed(request.getHeaders().get("Last-Event-ID"), filter));
            while (true) {
                Object next = queue.poll(PING_SECONDS, TimeUnit.SECONDS);
                if (gap.getAndSet(false)) {
                    write(response, GAP);
                }
                String text = next == null ? ": ping\n\n" : text(next, filter);
                if (!text.isEmpty()) {
                    write(response, text);
                }
            }
        } catch (Exception e) {
            callback.failed(e); // the reader has gone, or the server ends
        } finally {
            open.decrementAndGet();
        }
    }

    private static void offer(BlockingQueue<Object> queue, Object news, AtomicBoolean gap) {
        if (!queue.offer(news)) {
            gap.set(true);
        }
    }

    private String missed(@Nullable String last, LiveFilter filter) {
        if (last == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        if (last.startsWith("#")) {
            List<Changes.Change> since = changes.after(last);
            if (since == null) {
                return GAP;
            }
            since.forEach(change -> out.append(text(change, filter)));
        } else {
            List<LiveRow> since = follower.rows().after(last);
            if (since == null) {
                return GAP;
            }
            out.append(text(since, filter));
        }
        return out.toString();
    }

    private String text(Object news, LiveFilter filter) {
        StringBuilder out = new StringBuilder();
        if (news instanceof Changes.Change change) {
            for (String id : change.ids()) {
                EventData approval = api.summary(id, filter);
                if (approval != null) {
                    append(out, changes.id(change), "approval", approval);
                }
            }
        } else if (news instanceof List<?> rows) {
            for (Object each : rows) {
                if (each instanceof LiveRow row && filter.accepts(row)) {
                    append(out, row.id(), "record", row.json());
                }
            }
        }
        return out.toString();
    }

    private static void append(StringBuilder out, String id, String event, EventData data) {
        out.append("id: ").append(id).append("\nevent: ").append(event).append("\ndata: ");
        out.append(WireJson.write(data)).append("\n\n");
    }

    private static void write(Response response, String text) throws Exception {
        try (Blocker.Callback written = Blocker.callback()) {
            response.write(false, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), written);
            written.block();
        }
    }
}
