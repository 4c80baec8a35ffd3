package dev.carabiner.bench.approvals;

import dev.carabiner.console.Console;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Pages of one signed-in browser, each with its WebSocket. */
final class OpenPages implements AutoCloseable {

    private final Console console;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String cookie;
    private final List<Page> pages = new ArrayList<>();

    OpenPages(Console console, int count) throws IOException, InterruptedException {
        this.console = console;
        this.cookie = login();
        for (int i = 0; i < count; i++) {
            pages.add(open(new Page(Long.MAX_VALUE)));
        }
    }

    private String login() throws IOException, InterruptedException {
        String link = console.link(new User("ann", ConsoleRole.APPROVER));
        String token = link.substring(link.indexOf("#t=") + 3);
        HttpRequest request = HttpRequest.newBuilder(URI.create(address("http") + "/api/v1/login"))
                .header("Content-Type", "application/json")
                .header("Origin", address("http"))
                .POST(HttpRequest.BodyPublishers.ofString(EventDataJson.write(EventData.of("token", token))))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return response.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private String address(String scheme) {
        return scheme + "://127.0.0.1:" + console.port();
    }

    private Page open(Page page) {
        page.socket = http.newWebSocketBuilder()
                .header("Cookie", cookie)
                .header("Origin", address("http"))
                .buildAsync(URI.create(address("ws") + "/ws"), page)
                .join();
        return page;
    }

    /** One more page, which stops reading after so many messages. */
    Page openSlow(long messages) {
        Page slow = open(new Page(messages));
        pages.add(slow);
        return slow;
    }

    List<Page> pages() {
        return pages;
    }

    void closeOne() {
        pages.removeFirst().socket().abort();
    }

    @Override
    public void close() {
        pages.forEach(page -> page.socket().abort());
        http.close();
    }

    /** What one page has heard: when each request was first named to it. */
    static final class Page implements WebSocket.Listener {

        private final Map<String, Long> heard = new ConcurrentHashMap<>();
        private final StringBuilder text = new StringBuilder();
        private volatile long left;
        private volatile int closedWith;
        private WebSocket socket;

        private Page(long messages) {
            this.left = messages;
        }

        private WebSocket socket() {
            return socket;
        }

        Map<String, Long> heard() {
            return heard;
        }

        /** The code that the server closed it with; 0 while it is open. */
        int closedWith() {
            return closedWith;
        }

        /** Reads on, as a page that was stopped and goes on. */
        void readOn() {
            left = Long.MAX_VALUE;
            socket.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
            text.append(piece);
            if (last) {
                Object ids = EventDataJson.read(text.toString()).get("ids");
                text.setLength(0);
                if (ids instanceof List<?> all) {
                    all.forEach(id -> heard.putIfAbsent(String.valueOf(id), System.nanoTime()));
                }
                left = left == Long.MAX_VALUE ? left : left - 1;
            }
            if (left > 0) {
                from.request(1);
            }
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            closedWith = code;
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            closedWith = closedWith == 0 ? -1 : closedWith;
        }
    }
}
