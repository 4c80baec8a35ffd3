package dev.carabiner.examples;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Continue: watches every tool and decides nothing. */
public final class ObserveTools {

    private ObserveTools() {}

    /** One line for each start, end and failure of a tool. A log that throws changes no decision. */
    public static Registration mount(HookRegistry hooks, Consumer<String> log) {
        HookOptions options = HookOptions.forEvent("tool:*").name("tool-log");
        return hooks.observe(options, (event, data) -> log.accept(line(event, data)));
    }

    private static String line(String event, EventData data) {
        String tool = data.text("tool_name");
        return switch (event) {
            case "tool:pre" -> tool + " starts";
            case "tool:post" -> tool + " ended, success=" + data.get("success");
            default -> tool + " failed: " + (data.get("error") instanceof Map<?, ?> error ? error.get("message") : "");
        };
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(ObserveTools::play);
    }

    static void play(Stage stage) throws Exception {
        List<String> log = new ArrayList<>();
        HookRegistry hooks = new HookRegistry();
        mount(hooks, log::add);
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        ToolRunner tools = new ToolRunner(session, new FileTools(Workspace.at(stage.directory())).all());

        tools.call("Write", EventData.of("file_path", "notes.txt", "content", "Buy rope.\n"));
        tools.call("Edit", EventData.of("file_path", "notes.txt", "old_text", "a tent", "new_text", "two tents"));

        stage.say("The agent wrote notes.txt, then tried to edit words that are not in it. The hook saw:");
        log.forEach(stage::quote);
        stage.say("It only watched: notes.txt is on disk, and the conversation holds what the tools said:");
        session.context().messages().stream().filter(Message::isToolResult).forEach(said -> stage.quote(said.text()));
    }
}
