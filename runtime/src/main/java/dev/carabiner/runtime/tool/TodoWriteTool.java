package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.list;
import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.oneOf;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes the whole list each time. It is kept where it is seen: in the result, which displays and hooks get too. */
final class TodoWriteTool implements Tool {

    private static final int MOST_TODOS = 200;

    @Override
    public String name() {
        return "TodoWrite";
    }

    @Override
    public String description() {
        return "Writes your list of what there is to do, replacing the one before. Use it for work of several steps: "
                + "have one item in_progress at a time, and mark it completed as soon as it is.";
    }

    @Override
    public EventData inputSchema() {
        EventData todo = object(
                List.of("content", "status"),
                "content",
                text("What to do").with("minLength", 1).with("maxLength", 1000),
                "status",
                oneOf("How far it is", "pending", "in_progress", "completed"),
                "activeForm",
                text("What is said while it is being done").with("maxLength", 1000));
        EventData todos = list("The whole list", todo, MOST_TODOS).with("minItems", 0);
        return object(List.of("todos"), "todos", todos);
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) {
        List<?> todos = (List<?>) Objects.requireNonNull(input.get("todos"), "todos");
        String output = "The list has " + count(todos, "completed") + " completed, " + count(todos, "in_progress")
                + " in progress, " + count(todos, "pending") + " pending";
        return new ToolResult(true, output, EventData.of("todos", todos));
    }

    private static long count(List<?> todos, String status) {
        return todos.stream()
                .filter(it -> it instanceof Map<?, ?> todo && status.equals(todo.get("status")))
                .count();
    }
}
