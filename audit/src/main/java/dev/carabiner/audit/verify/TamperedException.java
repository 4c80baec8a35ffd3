package dev.carabiner.audit.verify;

import dev.carabiner.event.CarabinerException;

/** Something in a log is not what a writer can have written. */
public final class TamperedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** In place of a record's number, where it shows at no record in particular. */
    public static final long NO_RECORD = -1;

    private final long seq;
    private final String problem;

    TamperedException(long seq, String problem) {
        super(problem);
        this.seq = seq;
        this.problem = problem;
    }

    /** The record at which it shows, or {@link #NO_RECORD}. */
    public long seq() {
        return seq;
    }

    /** For people: what is wrong, and before it the record, if it shows at one. */
    public String explanation() {
        return seq == NO_RECORD ? problem : "record " + seq + ": " + problem;
    }
}
