package dev.carabiner.runtime.context;

import dev.carabiner.context.Message;
import java.util.List;

/** Where a conversation is written down as it happens. Each call returns when what it was given is on disk. */
public interface MessageJournal {

    void added(Message message);

    /** An injection that waits for a tool's result. When that is there, it is added like any other message. */
    default void held(Message message) {}

    /** From here on the conversation consists of these messages, and of those that are still held. */
    void compacted(List<Message> kept);

    /** Writes nothing down. */
    static MessageJournal none() {
        return new MessageJournal() {
            @Override
            public void added(Message message) {}

            @Override
            public void compacted(List<Message> kept) {}
        };
    }
}
