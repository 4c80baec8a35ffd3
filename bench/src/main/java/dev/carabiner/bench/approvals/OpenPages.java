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
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLongArray;

/** Pages of one signed-in browser, each with its WebSocket. */
final class OpenPages implements AutoCloseable {

    private final Console console;
    private final HttpClient http = HttpClient.newHttpClient();
    private final String cookie;
    private final int events;
    private final List<Page> pages = new ArrayList<>();

    OpenPages(Console console, int count, int events) throws IOException, InterruptedException {
        this.console = console;
        this.events = events;
        this.cookie = login();
        for (int i = 0; i < count; i++) {
            pages.add(open(new Page(events, false)));
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
        page.socket.sendText("{\"live\":{}}", true).join();
        return page;
    }

    /** One more page, which reads nothing after its first message. */
    Page openSlow() {
        Page slow = open(new Page(events, true));
        pages.add(slow);
        return slow;
    }

    List<Page> pages() {
        return pages;
    }

    void closeAll() {
        pages.forEach(page -> page.socket().abort());
        pages.clear();
    }

    @Override
    public void close() {
        closeAll();
        http.close();
    }

    /** What one page has heard: when it was first told of each event. */
    static final class Page implements WebSocket.Listener {

        private static final String MARK = "\"words\":\"n-";

        private final AtomicLongArray heard;
        private final StringBuilder text = new StringBuilder();
        private volatile boolean stopped;
        private volatile int closedWith;
        private WebSocket socket;

        private Page(int events, boolean stopped) {
            this.heard = new AtomicLongArray(events);
            this.stopped = stopped;
        }

        private WebSocket socket() {
            return socket;
        }

        /** When it was told of this event, by {@link System#nanoTime}; 0 if it was not. */
        long heard(int event) {
            return heard.get(event);
        }

        /** The code that the server closed it with; 0 while it is open. */
        int closedWith() {
            return closedWith;
        }

        /** Reads on, as a page that was stopped and goes on. */
        void readOn() {
            stopped = false;
            socket.request(1);
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
            text.append(piece);
            if (last) {
                note(text.toString());
                text.setLength(0);
            }
            if (!stopped) {
                from.request(1);
            }
            return null;
        }

        /** Without reading the JSON: five hundred browsers would have their own processors for that. */
        private void note(String message) {
            long now = System.nanoTime();
            for (int at = message.indexOf(MARK); at >= 0; at = message.indexOf(MARK, at + 1)) {
                int begin = at + MARK.length();
                int event = Integer.parseInt(message, begin, message.indexOf('-', begin), 10);
                if (event < heard.length()) {
                    heard.compareAndSet(event, 0, now);
                }
            }
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
