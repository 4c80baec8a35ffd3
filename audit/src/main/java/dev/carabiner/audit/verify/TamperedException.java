package dev.carabiner.audit.verify;

import dev.carabiner.event.CarabinerException;

/** Something in a log is not what a writer can have written. */
public final class TamperedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final long seq;

    TamperedException(long seq, String problem) {
        super(problem);
        this.seq = seq;
    }

    /** The record at which it shows. */
    public long seq() {
        return seq;
    }
}
