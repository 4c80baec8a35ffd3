package dev.carabiner.host;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/** Which calls of a conversation have ended with an error: not every framework says so in its messages. */
final class FailedCalls {

    /** The oldest are forgotten. */
    private static final int MOST = 1_000;

    private static final EventData MARK = EventData.of("is_error", true);

    private final ReentrantLock lock = new ReentrantLock();
    private final Set<String> ids = new LinkedHashSet<>();

    /** A call has a result. Without an id it cannot be told from others. */
    void ended(String callId, boolean isError) {
        lock.lock();
        try {
            ids.remove(callId);
            if (isError && !callId.isEmpty()) {
                ids.add(callId);
            }
            if (ids.size() > MOST) {
                ids.remove(ids.iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** The message as hooks are shown it: a result that is an error says so, as in the agent's loop of the runtime. */
    Message marked(Message message) {
        return message.isToolResult() && isFailed(String.valueOf(message.toolCallId()))
                ? message.withMetadata(MARK)
                : message;
    }

    private boolean isFailed(String callId) {
        lock.lock();
        try {
            return ids.contains(callId);
        } finally {
            lock.unlock();
        }
    }
}
