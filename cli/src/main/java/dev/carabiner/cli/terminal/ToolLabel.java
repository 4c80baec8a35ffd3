package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tool call in a few words: the tool and what it is about. */
public final class ToolLabel {

    /** The first that an input has is what the call is about. */
    private static final List<String> TELLING =
            List.of("file_path", "command", "pattern", "notebook_path", "path", "url", "query");

    private ToolLabel() {}

    /** A tool call in one line: its name, and the part of its input that tells most. */
    public static String of(String tool, @Nullable EventData input) {
        String name = VisibleText.inOneLine(tool);
        String about = input == null ? "" : VisibleText.inOneLine(about(tool, input));
        return about.isEmpty() ? name : name + " " + about;
    }

    private static String about(String tool, EventData input) {
        if (tool.equals("Task")) {
            String task = LenientFields.text(input, "description");
            return LenientFields.text(input, "subagent_type") + ": "
                    + (task.isEmpty() ? LenientFields.text(input, "prompt") : task);
        }
        if (input.get("todos") instanceof List<?> todos) {
            return todos.size() + (todos.size() == 1 ? " entry" : " entries");
        }
        return TELLING.stream()
                .map(key -> LenientFields.text(input, key))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(() -> firstText(input));
    }

    private static String firstText(EventData input) {
        return input.asMap().values().stream()
                .filter(String.class::isInstance)
                .map(Objects::toString)
                .findFirst()
                .orElse("");
    }
}
