package dev.carabiner.runtime.agent;

import dev.carabiner.display.Throwables;
import java.util.ArrayDeque;
import java.util.Deque;

/** What has been opened so far, to be closed again if the rest cannot be. */
final class Undo implements AutoCloseable {

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    <T extends AutoCloseable> T add(T part) {
        opened.push(part);
        return part;
    }

    /** All went well: others close it from here on. */
    void forget() {
        opened.clear();
    }

    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                System.getLogger(Undo.class.getName())
                        .log(System.Logger.Level.WARNING, () -> "Could not be closed: " + Throwables.inWords(e));
            }
        }
    }
}
