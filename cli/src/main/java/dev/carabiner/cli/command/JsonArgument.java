package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A JSON object that is given as an argument: as it is, as {@code @FILE}, or by standard input. */
final class JsonArgument {

    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private JsonArgument() {}

    /** @param option how messages call it */
    static EventData read(String option, String value, Surroundings here) throws IOException {
        byte[] text = bytes(value, here);
        if (text.length > MOST_BYTES) {
            throw CommandException.usage(option + " holds more than " + MOST_BYTES + " bytes");
        }
        try {
            return EventDataJson.read(text);
        } catch (InvalidJsonException e) {
            throw CommandException.usage(option + " is no JSON object: " + e.getMessage()
                    + "\nExpected an object, as in " + option + " '{\"command\":\"ls\"}'");
        }
    }

    private static byte[] bytes(String value, Surroundings here) throws IOException {
        if (value.equals("-")) {
            return here.in().readNBytes(MOST_BYTES + 1);
        }
        if (value.startsWith("@")) {
            try (InputStream in = Files.newInputStream(here.resolve(Path.of(value.substring(1))))) {
                return in.readNBytes(MOST_BYTES + 1);
            }
        }
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
