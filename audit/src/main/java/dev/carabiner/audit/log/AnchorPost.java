package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Note;
import java.lang.System.Logger;
import java.nio.file.FileSystemException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private @Nullable Note newest;
    private boolean busy;
    private boolean failing; // the courier's

    /** The failure is told once, with the anchor's name and the problem, until it has worked again. */
    AnchorPost(Anchor anchor, BiConsumer<String, String> onFailure) {
        this.anchor = anchor;
        this.name = anchor.name();
        this.onFailure = onFailure;
    }

    void bring(Note note) {
        lock.lock();
        try {
            newest = note;
            if (!busy) {
                Thread.ofVirtual().name("audit-anchor").start(this::deliver);
                busy = true;
            }
        } catch (RuntimeException | Error e) { // no thread to be had: the next note will try again
            LOG.log(Logger.Level.WARNING, "The audit anchor " + name + " was not brought a checkpoint", e);
        } finally {
            lock.unlock();
        }
    }

    private void deliver() {
        for (Note note = next(); note != null; note = next()) {
            try {
                deliver(note);
            } catch (RuntimeException | Error e) { // of a logger, perhaps: the next note is brought all the same
                failing = true;
            }
        }
    }

    /** Null if there is nothing to bring: then the next who has something begins anew. */
    private @Nullable Note next() {
        lock.lock();
        try {
            Note next = newest;
            newest = null;
            if (next == null) {
                busy = false;
                idle.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
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
                tell(problem);
            }
        }
    }

    private void tell(String problem) {
        try {
            onFailure.accept(name, problem);
        } catch (RuntimeException | Error e) { // the next note is brought all the same
            LOG.log(Logger.Level.WARNING, "That the audit anchor " + name + " failed could not be told", e);
        }
    }

    /** An illegal argument is mostly the address itself, with the token in it; that of a file is often its name alone. */
    private static String problem(Throwable e) {
        String kind = e.getClass().getSimpleName();
        String message = e.getMessage();
        if (message == null || e instanceof IllegalArgumentException) {
            return kind;
        }
        return e instanceof FileSystemException file && file.getReason() == null ? kind + ": " + message : message;
    }

    /** Waits until nothing is under way, but not beyond that time, as {@link System#nanoTime} gives it. */
    void flush(long deadline) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = deadline - System.nanoTime();
            while (busy && left > 0) {
                left = idle.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
