package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Note;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Brings checkpoints to one anchor, on a virtual thread that exists while there is something to bring. An anchor that is
 * slower than the log gets the newest one when it is ready again.
 */
final class AnchorPost {

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());

    private final Anchor anchor;
    private final String name;
    private final BiConsumer<String, String> onFailure;
    private final AtomicReference<@Nullable Note> newest = new AtomicReference<>();
    private final AtomicReference<@Nullable Thread> courier = new AtomicReference<>();
    private boolean failing;

    /** The failure is told once, with the anchor's name and the problem, until it has worked again. */
    AnchorPost(Anchor anchor, BiConsumer<String, String> onFailure) {
        this.anchor = anchor;
        this.name = anchor.name();
        this.onFailure = onFailure;
    }

    void bring(Note note) {
        newest.set(note);
        start();
    }

    private void start() {
        Thread thread = Thread.ofVirtual().name("audit-anchor").unstarted(this::deliver);
        if (courier.compareAndSet(null, thread)) {
            thread.start();
        }
    }

    private void deliver() {
        try {
            for (Note note = newest.getAndSet(null); note != null; note = newest.getAndSet(null)) {
                deliver(note);
            }
        } finally {
            courier.set(null);
            if (newest.get() != null) {
                start(); // it came between the last look and leaving
            }
        }
    }

    private void deliver(Note note) {
        try {
            anchor.keep(note.bytes());
            failing = false;
        } catch (Throwable e) { // whatever it is, it is on record, and the next note is tried
            String problem = problem(e);
            LOG.log(Logger.Level.WARNING, () -> "The audit anchor " + name + " failed: " + problem);
            if (!failing) {
                failing = true;
                onFailure.accept(name, problem);
            }
        }
    }

    /** An illegal argument is mostly the address itself, with the token in it. */
    private static String problem(Throwable e) {
        String message = e.getMessage();
        return message == null || e instanceof IllegalArgumentException
                ? e.getClass().getSimpleName()
                : message;
    }

    /** Waits for what is under way, but not for long. */
    void flush(Duration patience) throws InterruptedException {
        Thread thread = courier.get();
        if (thread != null) {
            thread.join(patience);
        }
    }
}
