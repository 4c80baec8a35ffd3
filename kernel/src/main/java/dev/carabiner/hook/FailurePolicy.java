package dev.carabiner.hook;

/** What it means when a handler fails: throws, times out, or answers badly. */
public enum FailurePolicy {
    /** It is logged, and the event goes on as if the handler were not there. */
    CONTINUE,
    /** The event is denied: for guards. */
    DENY,
    /** The user is asked, and without an answer the event is denied. */
    ASK
}
