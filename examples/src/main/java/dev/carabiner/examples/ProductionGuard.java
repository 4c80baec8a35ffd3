package dev.carabiner.examples;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.Decision;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.TerminalApproval;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Request approval: a write to a production file waits for a human's yes. */
public final class ProductionGuard {

    private ProductionGuard() {}

    /** A guard: a path that cannot be resolved is denied, and so is a question without an answer in time. */
    public static Registration mount(HookRegistry hooks, Workspace workspace, Duration answerWithin) {
        HookOptions options = HookOptions.forEvent(Events.TOOL_PRE)
                .name("production-guard")
                .timeout(Duration.ofSeconds(5))
                .onFailure(FailurePolicy.DENY);
        return hooks.on(Events.TOOL_PRE, options, (call, data) -> {
            if (!FileTools.WRITING.contains(call.toolName())) {
                return HookResult.proceed();
            }
            Path file = workspace.canonical(FileTools.required(call.toolInput(), "file_path"));
            return isProduction(file)
                    ? HookResult.ask("Allow write to production file: " + file + "?")
                            .options("Allow once", "Allow always", "Deny")
                            .scope("every write to " + file) // what "Allow always" is for, shown with the question
                            .timeout(answerWithin)
                            .byDefault(Decision.DENY)
                    : HookResult.proceed();
        });
    }

    /** Anything under a directory named production, and secrets: {@code .env}, {@code prod.env}, {@code .env.local}. */
    private static boolean isProduction(Path file) {
        String name = Workspace.folded(String.valueOf(file.getFileName()));
        return Workspace.hasName(file, "production") || name.endsWith(".env") || name.startsWith(".env.");
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(ProductionGuard::play);
    }

    static void play(Stage stage) throws Exception {
        Files.createDirectory(stage.directory().resolve("production"));
        ApprovalSystem fixed = request -> {
            stage.say(
                    "Nobody is at a terminal, so a fixed answer is given, \"Allow once\", to what a person would see:");
            stage.quote(request.shown().prompt() + "\n" + request.shown().full());
            return "Allow once";
        };
        Workspace workspace = Workspace.at(stage.directory());
        HookRegistry hooks = new HookRegistry();
        mount(hooks, workspace, Duration.ofMinutes(5));
        SessionCoordinator session = SessionCoordinator.builder()
                .sessionId("example")
                .hooks(hooks)
                .approvals(TerminalApproval.orElse(fixed))
                .build();
        ToolRunner tools = new ToolRunner(session, new FileTools(workspace).all());

        String path = "production/app.properties";
        ToolRunner.Called called = tools.call("Write", EventData.of("file_path", path, "content", "replicas=3\n"));

        stage.say(called.ran() ? "Then, and only then, the tool ran:" : "The tool did not run:");
        stage.quote(called.result());
    }
}
