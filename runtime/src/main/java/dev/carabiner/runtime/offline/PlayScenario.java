package dev.carabiner.runtime.offline;

import dev.carabiner.context.ToolCall;
import dev.carabiner.runtime.provider.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gives a scenario's answers, each once: always the first that has not been given and that fits the last message. A
 * simulated error counts as given, so that the next attempt gets the next one.
 */
final class PlayScenario implements Script {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<OfflineScript.Entry> left;

    PlayScenario(OfflineScript scenario) {
        this.left = new ArrayList<>(scenario.entries());
    }

    @Override
    public Line next(ModelRequest request) {
        String last =
                request.messages().isEmpty() ? "" : request.messages().getLast().text();
        OfflineScript.Entry entry = take(last);
        if (entry == null) {
            return Line.words("The scenario has no further answer to this.");
        }
        int id = PresentTurn.of(request.messages()).nextId();
        List<ToolCall> calls = new ArrayList<>();
        for (OfflineScript.Call call : entry.calls()) {
            calls.add(new ToolCall(PresentTurn.id(id + calls.size(), false), call.name(), call.input()));
        }
        return new Line(entry.text(), calls, entry.delay(), entry.error());
    }

    private OfflineScript.@Nullable Entry take(String last) {
        lock.lock();
        try {
            for (int i = 0; i < left.size(); i++) {
                if (last.contains(left.get(i).contains())) {
                    return left.remove(i);
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
