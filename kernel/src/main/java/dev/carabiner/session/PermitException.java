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

    /** The permit was good, and the session lets nothing run. */
    PermitException(ToolPermit permit, String problem, Objection objection) {
        super(permit + " " + problem);
        this.objection = objection;
    }

    Objection objection() {
        return objection;
    }
}
