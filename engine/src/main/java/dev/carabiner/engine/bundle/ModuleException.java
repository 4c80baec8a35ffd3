package dev.carabiner.engine.bundle;

import dev.carabiner.event.CarabinerException;

/** A module that is not installed, or two that want the same name. */
public final class ModuleException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String module;

    /** About the module of that name. */
    public ModuleException(String module, String message) {
        super(message);
        this.module = module;
    }

    /** The name that the bundle or the module gave. */
    public String module() {
        return module;
    }
}
