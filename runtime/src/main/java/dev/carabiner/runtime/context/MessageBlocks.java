package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the blocks of a conversation, reading it once from its beginning. */
final class MessageBlocks {

    private final List<Block> found = new ArrayList<>();
    private final Map<String, Integer> callers = new HashMap<>(); // the latest message with a call of that id
    private final Set<String> open = new HashSet<>();
    private int from; // where the block begins that is being read
    private int reach; // where it must begin: a late result belongs to a call further up

    private MessageBlocks() {}

    static List<Block> of(List<Message> messages) {
        MessageBlocks blocks = new MessageBlocks();
        for (int i = 0; i < messages.size(); i++) {
            blocks.read(messages.get(i), i);
            if (blocks.open.isEmpty()) {
                blocks.end(i + 1);
            }
        }
        if (blocks.from < messages.size()) {
            blocks.end(messages.size());
        }
        return blocks.found;
    }

    private void read(Message message, int index) {
        for (ToolCall call : message.toolCalls()) {
            open.add(call.id());
            callers.put(call.id(), index);
        }
        if (message.toolCallId() != null) {
            open.remove(message.toolCallId());
            reach = Math.min(reach, callers.getOrDefault(message.toolCallId(), index));
        } else if (message.role() == Role.ASSISTANT && message.toolCalls().isEmpty()) {
            open.clear(); // the model has gone on without the results
        }
    }

    private void end(int to) {
        while (from > reach) {
            from = found.removeLast().from();
        }
        found.add(new Block(from, to));
        from = to;
        reach = to;
    }
}
