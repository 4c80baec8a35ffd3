package dev.carabiner.bridge.foreign;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Hooks that no emit waits for. They are ended with the session. */
final class Background implements AutoCloseable {

    private static final int MOST = 32;

    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    /** Runs it beside everything else; not at all if too many run already. */
    boolean start(Runnable work) {
        if (running.size() >= MOST) {
            return false;
        }
        Thread thread = Thread.ofPlatform().daemon().name("async-hook").unstarted(() -> {
            try {
                work.run();
            } finally {
                running.remove(Thread.currentThread());
            }
        });
        running.add(thread);
        thread.start();
        return true;
    }

    @Override
    public void close() {
        running.forEach(Thread::interrupt);
        for (Thread thread : running) {
            try {
                thread.join(2000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
