package dev.carabiner.context;

/** Who a message of the conversation comes from. Only the loop adds {@code TOOL} messages; a hook cannot inject one. */
public enum Role {
    SYSTEM,
    USER,
    ASSISTANT,
    TOOL
}
