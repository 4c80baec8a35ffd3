package dev.carabiner.session;

import dev.carabiner.event.CarabinerException;

/** A permit that does not hold for what was to be run with it. The tool must not run. */
public final class PermitException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    PermitException(ToolPermit permit, String problem) {
        super("Permit " + permit.id() + " for " + permit.toolName() + " " + problem);
    }
}
