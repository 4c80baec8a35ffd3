package dev.carabiner.host;

import dev.carabiner.context.ToolCall;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The calls of a turn's answers that no hook has judged yet. Some models give all their calls the empty id. */
final class ExpectedCalls {

    private record Expected(String callId, String tool) {}

    private final Queue<Expected> calls = new ConcurrentLinkedQueue<>();

    boolean isEmpty() {
        return calls.isEmpty();
    }

    void add(String callId, String tool) {
        calls.add(new Expected(callId, tool));
    }

    /** The hooks are asked about this one now. */
    void judged(ToolCall call) {
        calls.remove(new Expected(call.id(), call.name()));
    }

    void settled(String callId) {
        calls.removeIf(it -> it.callId().equals(callId));
    }

    /** The tools of those with this id, each once. */
    List<String> take(@Nullable String callId) {
        return calls.isEmpty()
                ? List.of()
                : List.copyOf(calls).stream()
                        .filter(it -> it.callId().equals(callId) && calls.remove(it))
                        .map(Expected::tool)
                        .toList();
    }
}
