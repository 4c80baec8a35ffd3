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
import org.jspecify.annotations.Nullable;

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
    private volatile LogFollower.@Nullable LogState told;

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
        LogFollower.LogState now = follower.state();
        if (!now.equals(told)) {
            told = now;
            tell(changes.last());
        }
        long number = follower.rows().total();
        Map<LiveRow, String> written = new ConcurrentHashMap<>();
        for (PageSocket page : pages.keySet()) {
            LiveFilter filter = page.filter();
            if (filter != null) {
                List<String> wanted = rows.stream()
                        .filter(filter::accepts)
                        .map(row -> written.computeIfAbsent(row, it -> WireJson.write(it.json())))
                        .toList();
                send(page, wanted, number);
            }
        }
    }

    private static void send(PageSocket page, List<String> rows, long number) {
        for (int i = 0; i < rows.size(); i += ROWS_AT_ONCE) {
            List<String> some = rows.subList(i, Math.min(rows.size(), i + ROWS_AT_ONCE));
            page.tell("{\"type\":\"rows\",\"number\":" + number + ",\"rows\":[" + String.join(",", some) + "]}");
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

    /**
     * A page wants the rows that a filter accepts: first the newest that are known, then those that come. One that has
     * been here before is told how many came meanwhile that it does not get.
     *
     * @param after how many rows there were when it was told last; negative if it was never
     */
    void wanted(PageSocket page, LiveFilter filter, long after) {
        long number = follower.rows().total();
        List<String> known = new ArrayList<>();
        follower.rows().last(filter, FIRST_ROWS).forEach(row -> known.add(WireJson.write(row.json())));
        long missed = after < 0 ? 0 : Math.max(0, follower.rows().since(after, filter) - known.size());
        page.tell("{\"type\":\"rows\",\"first\":true,\"number\":" + number + ",\"missed\":" + missed + ",\"rows\":["
                + String.join(",", known) + "]}");
    }

    void closed(PageSocket page) {
        pages.remove(page);
    }

    private String text(Changes.Change change) {
        long running =
                follower.sessions().stream().filter(KnownSession::isRunning).count();
        LogFollower.LogState logs = follower.state();
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
                "logs",
                logs.followed(),
                "broken_logs",
                logs.broken(),
                "problem",
                change.problem()));
    }
}
