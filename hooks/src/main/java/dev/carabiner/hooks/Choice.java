package dev.carabiner.hooks;

import java.util.List;

/** A setting with a few possible values. */
final class Choice {

    private Choice() {}

    static String of(String module, String key, String value, String... possible) {
        if (!List.of(possible).contains(value)) {
            throw new InvalidSettingException(module, key, value, String.join(" or ", possible));
        }
        return value;
    }
}
