package dev.carabiner.console;

import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;

/** One open page. What it sends is not looked at. Public for the server's sake, which calls it by reflection. */
public final class PageSocket implements Session.Listener.AutoDemanding {

    private static final int MOST_WAITING = 100;
    private static final int TOO_SLOW = 4008;

    private final Sockets sockets;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile @Nullable Session session;

    PageSocket(Sockets sockets) {
        this.sockets = sockets;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        sockets.opened(this);
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
        if (waiting.incrementAndGet() > MOST_WAITING) {
            sockets.closed(this);
            opened.close(TOO_SLOW, "too slow", Callback.NOOP);
            return;
        }
        opened.sendText(text, Callback.from(waiting::decrementAndGet, problem -> sockets.closed(this)));
    }
}
