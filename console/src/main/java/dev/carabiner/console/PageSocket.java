package dev.carabiner.console;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/**
 * One open page. All that it can say is which rows of the logs it wants. Public for the server's sake, which calls it by
 * reflection.
 */
public final class PageSocket implements Session.Listener.AutoDemanding {

    private static final int MOST_WAITING = 1_000;
    private static final int MOST_CHARACTERS = 1_000_000;
    private static final int TOO_SLOW = 4008;
    private static final int NOT_UNDERSTOOD = 4000;
    private static final int MOST_WISHES = 10_000;

    /** How long a page has to read that it is closed. */
    private static final int GRACE_SECONDS = 30;

    private final Sockets sockets;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger characters = new AtomicInteger();
    private final AtomicInteger wishes = new AtomicInteger();
    private volatile @Nullable Session session;
    private volatile @Nullable LiveFilter filter;

    PageSocket(Sockets sockets) {
        this.sockets = sockets;
    }

    /** The rows that it wants; null for none. */
    @Nullable
    LiveFilter filter() {
        return filter;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        sockets.opened(this);
    }

    @Override
    public void onWebSocketText(String message) {
        try {
            EventData wish = EventDataJson.read(message);
            EventData live = wish.get("live") instanceof Map ? wish.object("live") : null;
            if (live == null) {
                filter = null;
                return;
            }
            LiveFilter wanted = LiveFilter.of(key -> live.get(key) instanceof String text ? text : null);
            filter = wanted;
            sockets.wanted(this, wanted, wish.get("after") instanceof Number number ? number.longValue() : -1);
        } catch (InvalidJsonException e) {
            end("not understood");
        }
        if (wishes.incrementAndGet() > MOST_WISHES) {
            end("too many messages");
        }
    }

    private void end(String why) {
        Session opened = session;
        if (opened != null) {
            opened.close(NOT_UNDERSTOOD, why, Callback.NOOP);
        }
    }

    @Override
    public void onWebSocketClose(int code, String reason, Callback callback) {
        sockets.closed(this);
        callback.succeed();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        sockets.closed(this);
    }

    /** Sends and does not wait. A page that takes too long is told so and closed. */
    void tell(String text) {
        Session opened = session;
        if (opened == null) {
            return;
        }
        int held = characters.addAndGet(text.length());
        if (waiting.incrementAndGet() > MOST_WAITING || held > MOST_CHARACTERS + text.length()) {
            sockets.closed(this);
            opened.close(TOO_SLOW, "too slow", Callback.NOOP);
            CompletableFuture.delayedExecutor(GRACE_SECONDS, TimeUnit.SECONDS).execute(opened::disconnect);
            return;
        }
        opened.sendText(
                text,
                Callback.from(
                        () -> {
                            waiting.decrementAndGet();
                            characters.addAndGet(-text.length());
                        },
                        problem -> sockets.closed(this)));
    }
}
