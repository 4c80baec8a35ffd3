package dev.carabiner.audit.log;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

record HttpAnchor(URI address) implements Anchor {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public void keep(byte[] note) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Content-Type", "text/plain; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofByteArray(note))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            int status =
                    client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status < 200 || status > 299) {
                throw new IOException("it answered with status " + status);
            }
        }
    }

    /** Without user, path and query, where tokens live. */
    @Override
    public String name() {
        return "http " + address.getHost();
    }
}
