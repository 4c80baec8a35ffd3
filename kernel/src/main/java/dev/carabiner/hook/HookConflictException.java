package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;

/** Two handlers of one level changed the same field differently; the later one's answer is dropped. */
public final class HookConflictException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    HookConflictException(String field, String otherHook) {
        super("conflict: " + field + " was changed differently by the hook " + otherHook);
    }
}
