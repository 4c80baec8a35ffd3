package dev.carabiner.examples;

import dev.carabiner.context.Message;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.JavaLinter;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Inject context: after each write a linter runs, and the agent reads what it found. */
public final class InjectFeedback {

    private InjectFeedback() {}

    /** Only feedback: if the linter cannot run, that is on the record, and the agent goes on without. */
    public static Registration mount(HookRegistry hooks, Workspace workspace, JavaLinter linter) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_POST).name("linter");
        return hooks.on(Events.TOOL_POST, options, (call, data) -> {
            Path file = writtenJavaFile(workspace, call.toolName(), call.toolInput());
            if (file == null) {
                return HookResult.proceed();
            }
            String problems = linter.problemsIn(file);
            return problems.isEmpty()
                    ? HookResult.proceed()
                    : HookResult.inject("Linter found issues in " + file.getFileName() + ":\n" + problems)
                            .userMessage("Found linting issues", Level.WARNING);
        });
    }

    /** The file to lint, or null if the call wrote none. */
    static @Nullable Path writtenJavaFile(Workspace workspace, String tool, @Nullable EventData input)
            throws Exception {
        if (input == null || !FileTools.WRITING.contains(tool)) {
            return null;
        }
        Path file = workspace.canonical(FileTools.required(input, "file_path"));
        return JavaLinter.covers(file) ? file : null;
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(InjectFeedback::play);
    }

    static void play(Stage stage) throws Exception {
        Workspace workspace = Workspace.at(stage.directory());
        HookRegistry hooks = new HookRegistry();
        mount(hooks, workspace, JavaLinter.ofThisJdk());
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .display(stage.display())
                .build();
        ToolRunner tools = new ToolRunner(session, new FileTools(workspace).all());

        stage.say("The agent writes Rope.java with a mistake in it. The user sees:");
        tools.call(
                "Write",
                EventData.of("file_path", "Rope.java", "content", "class Rope {\n    int metres = \"ten\";\n}\n"));

        Message feedback = session.context().messages().getLast();
        stage.say("The agent sees, behind the tool's result, a message with the role " + feedback.role() + " from "
                + feedback.metadata().get("hook_name") + ":");
        stage.quote(feedback.text());
    }
}
