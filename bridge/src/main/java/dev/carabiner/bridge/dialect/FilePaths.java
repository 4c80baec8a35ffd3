package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Files' names in a tool's input: relative ones are allowed here, and scripts elsewhere expect absolute ones. */
final class FilePaths {

    private static final List<String> FIELDS = List.of("file_path", "notebook_path");

    private FilePaths() {}

    static EventData absolute(EventData input, Path directory) {
        EventData changed = input;
        for (String field : FIELDS) {
            if (input.get(field) instanceof String name && !name.isEmpty()) {
                changed = changed.with(field, absolute(name, directory));
            }
        }
        return changed;
    }

    /** A patch names files as seen from the directory that the agent works in; those outside of it stay absolute. */
    static EventData relative(EventData input, Path directory) {
        if (!(input.get("file_path") instanceof String name)) {
            return input;
        }
        try {
            Path path = directory.resolve(name).normalize();
            boolean inside = path.startsWith(directory) && !path.equals(directory);
            return inside ? input.with("file_path", directory.relativize(path).toString()) : input;
        } catch (InvalidPathException e) {
            return input;
        }
    }

    /** An input that was made from another one has its relative names again where they mean the same. */
    static EventData asBefore(EventData changed, EventData before, Path directory) {
        EventData result = changed;
        for (String field : FIELDS) {
            if (before.get(field) instanceof String name
                    && absolute(name, directory).equals(changed.get(field))) {
                result = result.with(field, name);
            }
        }
        return result;
    }

    private static String absolute(String name, Path directory) {
        try {
            Path path = Path.of(name);
            return path.isAbsolute() || name.startsWith("~")
                    ? name
                    : directory.resolve(path).normalize().toString();
        } catch (InvalidPathException e) {
            return name;
        }
    }
}
