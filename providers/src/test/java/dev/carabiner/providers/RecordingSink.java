package dev.carabiner.providers;

import dev.carabiner.runtime.provider.AnswerSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes down what it is given, and on which thread. */
final class RecordingSink implements AnswerSink {

    final List<String> lines = new ArrayList<>();
    final Set<Thread> threads = new HashSet<>();

    @Override
    public void start(int index, String blockType) {
        add("start " + index + " " + blockType);
    }

    @Override
    public void delta(int index, String piece) {
        add("delta " + index + " " + piece);
    }

    @Override
    public void end(int index, String blockType, String text) {
        add("end " + index + " " + blockType + " " + text);
    }

    private void add(String line) {
        lines.add(line);
        threads.add(Thread.currentThread());
    }
}
