package dev.carabiner.session;

import dev.carabiner.event.CarabinerException;

/** A permit that does not hold for what was to be run with it. The tool must not run. */
public final class PermitException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final transient Objection objection;

    /** The permit is not for this use. */
    PermitException(ToolPermit permit, String problem) {
        super(permit + " " + problem);
        objection = Objection.because(problem);
    }

    /** The permit was good, and the session does not let anything run. */
    PermitException(ToolPermit permit, Objection objection) {
        super(permit + " cannot be used: " + objection.reason());
        this.objection = objection;
    }

    Objection objection() {
        return objection;
    }
}
