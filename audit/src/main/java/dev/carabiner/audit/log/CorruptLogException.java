package dev.carabiner.audit.log;

/** A log that is not what was written, and not because of a crash. It has been left as it was found. */
public final class CorruptLogException extends AuditLogException {

    private static final long serialVersionUID = 1L;

    CorruptLogException(String problem) {
        super("The audit log is CORRUPT and was left untouched: " + problem);
    }
}
