package dev.carabiner.audit;

/** Where the record of a session goes. Called by any thread, in the order of what happened on that thread. */
@FunctionalInterface
public interface AuditLog {

    /** Returns when the record is as safe as the log promises; throws if it is not. */
    void append(AuditRecord record);

    /**
     * Whether its promise is relied on: what such a log cannot record is not permitted. A log that keeps nothing, or
     * that may lose records without harm, says no.
     */
    default boolean durable() {
        return true;
    }

    /** Keeps nothing. */
    static AuditLog none() {
        return NoAuditLog.INSTANCE;
    }
}
