package dev.carabiner.context;

/**
 * Told of each message on its way into a conversation, in the conversation's order and while nobody else can add to it.
 * What throws here keeps the message out.
 */
public interface ConversationLog {

    /** The message is about to become the last one stored. */
    void storing(Message message);

    /** An injection waits for a tool's result; when that is there, it is stored like any message. */
    void holdingBack(Message message);

    static ConversationLog none() {
        return new ConversationLog() {
            @Override
            public void storing(Message message) {}

            @Override
            public void holdingBack(Message message) {}
        };
    }
}
