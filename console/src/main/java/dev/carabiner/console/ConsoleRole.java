package dev.carabiner.console;

/** What a user or a token may do. The server says it, never the client. */
public enum ConsoleRole {
    /** Look. */
    VIEWER,
    /** Look and answer. */
    APPROVER,
    /** Ask, and see what became of it. */
    REQUESTER;

    boolean mayLook() {
        return this != REQUESTER;
    }
}
