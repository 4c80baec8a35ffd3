package dev.carabiner.console;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/**
 * The pages that are open. Each is told what has changed and fetches it; nothing is decided by this way. A page that does
 * not keep up is told and closed, so that nothing waits for it.
 */
final class Sockets {

    private static final int MOST = 500;
    private static final Duration IDLE = Duration.ofHours(1);

    private final ServerWebSocketContainer container;
    private final Map<PageSocket, Boolean> pages = new ConcurrentHashMap<>();
    private final Changes changes;

    Sockets(Server server, Changes changes) {
        this.container = ServerWebSocketContainer.ensure(server);
        this.changes = changes;
        container.setMaxTextMessageSize(1_024);
        container.setMaxBinaryMessageSize(1);
        container.setIdleTimeout(IDLE);
        changes.listen(this::tell);
    }

    private void tell(Changes.Change change) {
        String text = text(change);
        pages.keySet().forEach(page -> page.tell(text));
    }

    boolean upgrade(Request request, Response response, Callback callback) {
        if (pages.size() >= MOST) {
            throw Problem.of(503, "full", "Too many pages", "There are " + MOST + " pages open already");
        }
        boolean upgraded = container.upgrade((wish, answer, done) -> new PageSocket(this), request, response, callback);
        if (!upgraded) {
            throw Problem.badRequest("Expected the upgrade to a WebSocket");
        }
        return true;
    }

    void opened(PageSocket page) {
        pages.put(page, true);
        page.tell(text(changes.last()));
    }

    void closed(PageSocket page) {
        pages.remove(page);
    }

    private static String text(Changes.Change change) {
        return EventDataJson.write(EventData.of(
                "type",
                "changed",
                "number",
                change.number(),
                "ids",
                List.copyOf(change.ids()),
                "waiting",
                change.waiting(),
                "problem",
                change.problem()));
    }
}
