package dev.carabiner.context;

import java.util.List;

/**
 * Where a conversation is written down as it happens. Each method is called in the conversation's order, on the thread
 * that changes it and while no other can; it returns when what it was given is as safe as the journal promises. If it
 * throws, the change is not made, and who wanted it gets the exception.
 */
public interface MessageJournal {

    /** The message is about to become the last one stored. */
    void added(Message message);

    /** An injection is about to wait for a tool's result. When that is there, it is added like any other message. */
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
