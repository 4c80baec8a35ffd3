package dev.carabiner.hooks;

import dev.carabiner.event.CarabinerException;

/** A module's setting has the right type and an impossible value. The module is not mounted. */
public final class InvalidSettingException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    InvalidSettingException(String module, String key, Object value, String expected) {
        super("The setting " + key + " of " + module + " is \"" + value + "\"; expected " + expected);
    }

    static int atLeastOne(String module, String key, int value) {
        if (value < 1) {
            throw new InvalidSettingException(module, key, value, "1 or more");
        }
        return value;
    }
}
