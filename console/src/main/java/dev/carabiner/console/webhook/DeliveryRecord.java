package dev.carabiner.console.webhook;

import dev.carabiner.display.Throwables;
import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What must be known after a restart: which requests were told of and not yet how they ended, and what each endpoint has
 * taken. A file that only grows until it is opened again or has become long; a line that a crash has cut is left out. It is
 * not forced to the disk: what a power cut takes from it is delivered once more, under the same id.
 */
final class DeliveryRecord {

    private static final System.Logger LOG = System.getLogger(DeliveryRecord.class.getName());
    private static final int LARGEST = 16 * 1024 * 1024;
    private static final int MOST_DELIVERED = 10_000;
    private static final int MOST_LINES = 50_000;
    private static final String OPEN = "open ";
    private static final String CLOSED = "closed ";
    private static final String DELIVERED = "delivered ";

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> open = new LinkedHashSet<>(); // guarded by lock, as the next three
    private final Set<String> delivered = new LinkedHashSet<>();
    private int lines;
    private boolean complained;

    /** Reads the file, which may be missing. The caller holds a lock that keeps other processes away. */
    DeliveryRecord(Path file) {
        this.file = file;
        lock.lock();
        try {
            byte[] content = PrivateFiles.read(file, LARGEST);
            if (content != null) {
                new String(content, StandardCharsets.UTF_8).lines().forEach(this::take);
            }
            rewrite();
        } catch (IOException e) {
            complain(e);
        } finally {
            lock.unlock();
        }
    }

    private void take(String line) {
        if (line.startsWith(OPEN)) {
            open.add(line.substring(OPEN.length()));
        } else if (line.startsWith(CLOSED)) {
            open.remove(line.substring(CLOSED.length()));
        } else if (line.startsWith(DELIVERED)) {
            keep(line.substring(DELIVERED.length()));
        }
    }

    private void keep(String entry) {
        delivered.add(entry);
        if (delivered.size() > MOST_DELIVERED) {
            delivered.remove(delivered.iterator().next());
        }
    }

    /** The requests of which has been told that they wait, and not how they ended. */
    List<String> open() {
        lock.lock();
        try {
            return open.stream().map(DeliveryRecord::decoded).toList();
        } finally {
            lock.unlock();
        }
    }

    void opened(String request) {
        change(OPEN + encoded(request));
    }

    void closed(String request) {
        change(CLOSED + encoded(request));
    }

    void delivered(WebhookEndpoint endpoint, WebhookMessage message) {
        change(DELIVERED + entry(endpoint, message));
    }

    boolean hasDelivered(WebhookEndpoint endpoint, WebhookMessage message) {
        lock.lock();
        try {
            return delivered.contains(entry(endpoint, message));
        } finally {
            lock.unlock();
        }
    }

    private static String entry(WebhookEndpoint endpoint, WebhookMessage message) {
        return endpoint.key() + " " + message.id();
    }

    private static String encoded(String request) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(request.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String text) {
        try {
            return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return ""; // a line that was cut; there is no such request
        }
    }

    private void change(String line) {
        lock.lock();
        try {
            take(line);
            if (++lines > MOST_LINES) {
                rewrite();
                return;
            }
            Files.writeString(
                    file, line + "\n", StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            complain(e);
        } finally {
            lock.unlock();
        }
    }

    private void rewrite() throws IOException {
        List<String> all = new ArrayList<>();
        open.forEach(it -> all.add(OPEN + it));
        delivered.forEach(it -> all.add(DELIVERED + it));
        String text = all.isEmpty() ? "" : String.join("\n", all) + "\n";
        AtomicFile.replace(file, text.getBytes(StandardCharsets.UTF_8));
        lines = all.size();
    }

    private void complain(IOException e) {
        if (!complained) {
            complained = true;
            String what = "What webhooks have delivered cannot be kept in " + file + ": " + FileProblem.inWords(e)
                    + ". After a restart it is told again, under the same webhook-id";
            Throwables.log(LOG, Level.WARNING, what, null);
        }
    }
}
