package dev.carabiner.audit;

/**
 * Where the record of a session goes. Any thread may call it, several at once; records of one thread come in the order of
 * what happened on that thread.
 */
@FunctionalInterface
public interface AuditLog {

    /**
     * Takes a record. Returns when the record is as safe as the log promises. An interruption of the calling thread does
     * not end the call and stays set.
     *
     * @throws RuntimeException if the record is not safe; if the log is {@link #durable()}, what was to be recorded is
     *     then not permitted
     */
    void append(AuditRecord record);

    /**
     * Whether the kernel relies on the log: what a durable log cannot record is not permitted. A log that keeps nothing,
     * or that may lose records without harm, returns false. Must always return the same.
     */
    default boolean durable() {
        return true;
    }

    /** A log that keeps nothing and never throws. */
    static AuditLog none() {
        return NoAuditLog.INSTANCE;
    }
}
