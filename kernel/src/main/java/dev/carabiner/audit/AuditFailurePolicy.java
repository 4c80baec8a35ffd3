package dev.carabiner.audit;

/** What holds when a durable log cannot record something. */
public enum AuditFailurePolicy {
    /** What cannot be recorded is not permitted. */
    DENY,
    /** The agent goes on, unrecorded, because the host chose so. */
    CONTINUE
}
