package dev.carabiner.audit.log;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

record HttpAnchor(URI address) implements Anchor {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The address is not repeated: tokens live in it. */
    HttpAnchor {
        String scheme = address.getScheme();
        boolean http = "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
        if (!http || address.getHost() == null) {
            throw new AuditLogException(
                    "An address to anchor the audit log at begins with http:// or https:// and names a host");
        }
    }

    @Override
    public void keep(byte[] note) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Content-Type", "text/plain; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofByteArray(note))
                .build();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            try {
                int status = status(client, request);
                if (status < 200 || status > 299) {
                    throw new IOException("it answered with status " + status);
                }
            } finally {
                client.shutdownNow(); // nothing is left to wait for
            }
        }
    }

    /** Lets the answer's body go unread: the timeout ends with the headers, and a body may never end. */
    private static int status(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        answer.body().close();
        return answer.statusCode();
    }

    /** Without user, path and query, where tokens live. */
    @Override
    public String name() {
        return "http " + address.getHost();
    }
}
