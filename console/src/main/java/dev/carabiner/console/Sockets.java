package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/**
 * The pages that are open. Each is told which requests have changed and fetches them, and gets the rows of the logs that
 * it asks for; nothing is decided by this way. A page that does not keep up is told and closed, so that nothing waits for
 * it.
 */
final class Sockets {

    private static final int MOST = 500;
    private static final int FIRST_ROWS = 200;
    private static final int ROWS_AT_ONCE = 200;
    private static final Duration IDLE = Duration.ofHours(1);

    private final ServerWebSocketContainer container;
    private final Map<PageSocket, Boolean> pages = new ConcurrentHashMap<>();
    private final Changes changes;
    private final LogFollower follower;

    Sockets(Server server, Changes changes, LogFollower follower) {
        this.container = ServerWebSocketContainer.ensure(server);
        this.changes = changes;
        this.follower = follower;
        container.setMaxTextMessageSize(2_048);
        container.setMaxBinaryMessageSize(1);
        container.setIdleTimeout(IDLE);
        changes.listen(this::tell);
        follower.listen(this::tell);
    }

    private void tell(Changes.Change change) {
        String text = text(change);
        pages.keySet().forEach(page -> page.tell(text));
    }

    /** Each row is written once, whatever the number of pages. */
    private void tell(List<LiveRow> rows) {
        Map<LiveRow, String> written = new ConcurrentHashMap<>();
        for (PageSocket page : pages.keySet()) {
            LiveFilter filter = page.filter();
            if (filter != null) {
                List<String> wanted = rows.stream()
                        .filter(filter::accepts)
                        .map(row -> written.computeIfAbsent(row, it -> WireJson.write(it.json())))
                        .toList();
                send(page, wanted);
            }
        }
    }

    private static void send(PageSocket page, List<String> rows) {
        for (int i = 0; i < rows.size(); i += ROWS_AT_ONCE) {
            List<String> some = rows.subList(i, Math.min(rows.size(), i + ROWS_AT_ONCE));
            page.tell("{\"type\":\"rows\",\"rows\":[" + String.join(",", some) + "]}");
        }
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

    /** A page wants the rows that a filter accepts: first the newest that are known, then those that come. */
    void wanted(PageSocket page, LiveFilter filter) {
        List<String> known = new ArrayList<>();
        follower.last(filter, FIRST_ROWS).forEach(row -> known.add(WireJson.write(row.json())));
        page.tell("{\"type\":\"rows\",\"first\":true,\"rows\":[" + String.join(",", known) + "]}");
    }

    void closed(PageSocket page) {
        pages.remove(page);
    }

    private String text(Changes.Change change) {
        long running =
                follower.sessions().stream().filter(KnownSession::isRunning).count();
        return WireJson.write(EventData.of(
                "type",
                "changed",
                "number",
                change.number(),
                "ids",
                List.copyOf(change.ids()),
                "waiting",
                change.waiting(),
                "running",
                running,
                "problem",
                change.problem()));
    }
}
