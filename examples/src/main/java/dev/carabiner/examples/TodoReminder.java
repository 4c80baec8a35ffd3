package dev.carabiner.examples;

import dev.carabiner.context.ContextManager;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Ephemeral injection: the list of open tasks is in the next request, fresh each time, and never in the history. */
public final class TodoReminder {

    private static final int MOST_TODOS = 20;

    private TodoReminder() {}

    /** At the end of the tool result that the model reads next, where it is not taken for an instruction of its own. */
    public static Registration mount(HookRegistry hooks, Path todoFile) {
        HookOptions options = HookOptions.forEvent("tool:post").name("todo-reminder");
        return hooks.register(options, (event, data) -> {
            List<String> todos = openTodos(todoFile);
            if (todos.isEmpty()) {
                return HookResult.proceed();
            }
            String list = todos.stream().map(todo -> "- " + todo).collect(Collectors.joining("\n"));
            return HookResult.inject("Current todos:\n" + list).ephemeral().appendToLastToolResult();
        });
    }

    private static List<String> openTodos(Path file) throws Exception {
        if (Files.notExists(file)) {
            return List.of();
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> !line.isBlank()).limit(MOST_TODOS).toList();
        }
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(TodoReminder::play);
    }

    static void play(Stage stage) throws Exception {
        Path todos = Files.writeString(stage.directory().resolve("todo.txt"), "pack the rope\nask about the weather\n");
        HookRegistry hooks = new HookRegistry();
        mount(hooks, todos);
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        ContextManager context = session.context();
        ToolRunner tools = new ToolRunner(session, new FileTools(Workspace.at(stage.directory())).all());

        tools.call("Write", EventData.of("file_path", "rope.txt", "content", "packed\n"));
        stage.say("After a tool has run, the next request ends with its result and the open todos:");
        stage.quote(context.forNextRequest().getLast().text());

        stage.say("They are gone from the request after that, and were never stored:");
        stage.quote(context.forNextRequest().getLast().text());

        Files.writeString(todos, "ask about the weather\n");
        tools.call("Write", EventData.of("file_path", "rope.txt", "content", "packed, 60 metres\n"));
        stage.say("One is done, another tool runs, and the request has the list as it is now:");
        stage.quote(context.forNextRequest().getLast().text());
    }
}
