package dev.carabiner.runtime.agent;

import dev.carabiner.session.CancellationToken;
import java.util.concurrent.locks.ReentrantLock;

/** Has an immediate cancellation interrupt this thread, for as long as it is open and not a moment longer. */
final class TurnThread implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Thread thread = Thread.currentThread();
    private final CancellationToken cancellation;
    private boolean open = true;
    private final CancellationToken.Listening listening;

    TurnThread(CancellationToken cancellation) {
        this.cancellation = cancellation;
        this.listening = cancellation.onRequest(this::heard);
    }

    private void heard() {
        lock.lock();
        try {
            if (open && cancellation.level() == CancellationToken.Level.IMMEDIATE) {
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        listening.close();
        lock.lock();
        try {
            open = false;
        } finally {
            lock.unlock();
        }
    }
}
