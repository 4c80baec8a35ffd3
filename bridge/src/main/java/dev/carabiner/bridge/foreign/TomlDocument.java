package dev.carabiner.bridge.foreign;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;

/** A settings file in TOML, for those who change its text and must know what that does to its meaning. */
public final class TomlDocument {

    private TomlDocument() {}

    /**
     * What a text says, as the same values in JSON have it.
     *
     * @throws IllegalArgumentException if it is no TOML, with the line
     */
    public static EventData read(String text) {
        TomlParseResult result = org.tomlj.Toml.parse(text);
        if (result.hasErrors()) {
            TomlParseError first = result.errors().getFirst();
            throw new IllegalArgumentException("line " + first.position().line() + ": " + first.getMessage(), first);
        }
        return EventDataJson.read(result.toJson());
    }
}
