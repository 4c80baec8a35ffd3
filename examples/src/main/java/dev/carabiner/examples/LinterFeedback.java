package dev.carabiner.examples;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Flow: two checkers look at the same write, and the agent gets one message, with each one's words under its name. */
public final class LinterFeedback {

    private static final int LONGEST_LINE = 80;
    private static final int MOST_FINDINGS = 20;

    private LinterFeedback() {}

    /** The compiler, and after it the style; neither knows of the other. */
    public static List<Registration> mount(HookRegistry hooks, Workspace workspace, JavaLinter linter) {
        return List.of(InjectFeedback.mount(hooks, workspace, linter), mountStyle(hooks, workspace));
    }

    private static Registration mountStyle(HookRegistry hooks, Workspace workspace) {
        HookOptions options =
                HookOptions.forEvent(Events.TOOL_POST).name("style").priority(10);
        return hooks.on(Events.TOOL_POST, options, (call, data) -> {
            Path file = InjectFeedback.writtenJavaFile(workspace, call.toolName(), call.toolInput());
            List<String> findings = file == null ? List.of() : longLines(file);
            return findings.isEmpty() ? HookResult.proceed() : HookResult.inject(String.join("\n", findings));
        });
    }

    private static List<String> longLines(Path file) throws Exception {
        List<String> findings = new ArrayList<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size() && findings.size() < MOST_FINDINGS; i++) {
            int length = lines.get(i).length();
            if (length > LONGEST_LINE) {
                findings.add("line " + (i + 1) + ": " + length + " characters, at most " + LONGEST_LINE);
            }
        }
        return findings;
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(LinterFeedback::play);
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

        stage.say("The agent writes Knot.java. The user sees one line, the agent what both checkers object to:");
        tools.call("Write", EventData.of("file_path", "Knot.java", "content", """
                class Knot {
                    String name = firstKnown("figure eight", "bowline", "clove hitch", "sheet bend", "prusik");
                }
                """));
        stage.quote(session.context().messages().getLast().text());

        tools.call(
                "Write",
                EventData.of("file_path", "Knot.java", "content", "class Knot {\n    String name = \"bowline\";\n}\n"));
        stage.say("It writes the file again, short and correct. Nobody objects, and the last message is the result:");
        stage.quote(session.context().messages().getLast().text());
    }
}
