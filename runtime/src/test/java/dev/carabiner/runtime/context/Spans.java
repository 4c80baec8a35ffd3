package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/** Which messages of a conversation belong together, worked out the slow way: by looking from each call at all others. */
final class Spans {

    private final List<Message> messages;
    private final BitSet joined = new BitSet(); // with the one before
    final BitSet inFlight = new BitSet();

    Spans(List<Message> messages) {
        this.messages = messages;
        for (int at = 0; at < messages.size(); at++) {
            for (var call : messages.get(at).toolCalls()) {
                int end = closing(at, call.id());
                join(at, Math.min(end, messages.size() - 1));
                if (end == messages.size()) {
                    inFlight.set(at);
                }
            }
            int caller = caller(at);
            if (caller >= 0) {
                join(caller, at);
            }
        }
    }

    /** The latest message before this result with a call that it answers, or -1. */
    int caller(int result) {
        Message message = messages.get(result);
        for (int i = result - 1; i >= 0 && message.isToolResult(); i--) {
            if (messages.get(i).toolCalls().stream()
                    .anyMatch(call -> Objects.equals(call.id(), message.toolCallId()))) {
                return i;
            }
        }
        return -1;
    }

    private int closing(int call, String id) {
        for (int i = call + 1; i < messages.size(); i++) {
            Message later = messages.get(i);
            boolean goesOn = later.role() == Role.ASSISTANT && later.toolCalls().isEmpty();
            if (goesOn || id.equals(later.toolCallId())) {
                return i;
            }
        }
        return messages.size();
    }

    private void join(int from, int to) {
        joined.set(from + 1, to + 1);
    }

    /** Each span as the indices in it. */
    List<BitSet> all() {
        List<BitSet> spans = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            if (!joined.get(i)) {
                spans.add(new BitSet());
            }
            spans.getLast().set(i);
        }
        return spans;
    }
}
