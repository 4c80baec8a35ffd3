package dev.carabiner.host;

import dev.carabiner.event.EventData;
import java.util.concurrent.atomic.LongAdder;

/** What a conversation has come to, for {@code session:end}. Any thread may add to it. */
final class Tally {

    private final LongAdder messages = new LongAdder();
    private final LongAdder tools = new LongAdder();
    private final LongAdder tokens = new LongAdder();

    /** A prompt, an answer, a tool's result, or what a hook has put beside them. */
    void message() {
        messages.increment();
    }

    /** A tool has begun to run. */
    void tool() {
        tools.increment();
    }

    void tokens(long used) {
        tokens.add(used);
    }

    EventData stats() {
        return EventData.of(
                "total_messages", messages.sum(), "tool_invocations", tools.sum(), "total_tokens", tokens.sum());
    }
}
