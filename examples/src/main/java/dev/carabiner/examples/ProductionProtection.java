package dev.carabiner.examples;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.TerminalApproval;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Flow: production files change when a human has agreed, whatever the path looks like, and not otherwise. */
public final class ProductionProtection {

    private static final String SETTINGS = "production/app.properties";

    private ProductionProtection() {}

    /** The path is settled first, so that the human is asked about the file that will be written. */
    public static List<Registration> mount(HookRegistry hooks, Workspace workspace, Duration answerWithin) {
        return List.of(CanonicalPaths.mount(hooks, workspace), ProductionGuard.mount(hooks, workspace, answerWithin));
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(ProductionProtection::play);
    }

    static void play(Stage stage) throws Exception {
        Files.createDirectories(stage.directory().resolve("production"));
        Files.createDirectories(stage.directory().resolve("staging"));
        Files.createSymbolicLink(stage.directory().resolve("staging/live"), Path.of("../production"));
        Files.writeString(stage.directory().resolve(SETTINGS), "replicas=3\n");
        Files.writeString(stage.directory().resolve("production/secrets.env"), "TOKEN=old\n");

        stage.say("Staging needs no question. For production somebody is asked, also by way of a link:");
        ToolRunner tools = tools(stage, TerminalApproval.orElse(ProductionProtection::answer), Duration.ofMinutes(5));
        attempt(stage, tools, "staging/app.properties", "replicas=1\n");
        attempt(stage, tools, "staging/live/app.properties", "replicas=4\n");
        stage.say("The same file again: after \"Allow always\" nobody is asked, and the record says so:");
        attempt(stage, tools, SETTINGS, "replicas=5\n");
        stage.say("Another file is another question:");
        attempt(stage, tools, "production/secrets.env", "TOKEN=mine\n");
        stage.say("When nobody answers in time, the answer is no:");
        ToolRunner unheard = tools(stage, ProductionProtection::neverAnswer, Duration.ofMillis(300));
        attempt(stage, unheard, SETTINGS, "replicas=0\n");
        stage.say("In the end " + SETTINGS + " holds "
                + Files.readString(stage.directory().resolve(SETTINGS)).strip() + ", and secrets.env "
                + Files.readString(stage.directory().resolve("production/secrets.env"))
                        .strip() + ".");
    }

    private static ToolRunner tools(Stage stage, ApprovalSystem approvals, Duration answerWithin) throws Exception {
        Workspace workspace = Workspace.at(stage.directory());
        HookRegistry hooks = new HookRegistry();
        mount(hooks, workspace, answerWithin);
        AuditLog audit = record -> {
            if (record instanceof ApprovalDecided decided) {
                stage.say("  " + (decided.granted() ? "granted" : "denied") + " (" + decided.how() + ")");
            }
        };
        SessionCoordinator session = SessionCoordinator.builder()
                .sessionId("example")
                .hooks(hooks)
                .approvals(approvals)
                .audit(audit)
                .build();
        return new ToolRunner(session, new FileTools(workspace).all());
    }

    private static void attempt(Stage stage, ToolRunner tools, String path, String content) {
        ToolRunner.Called called = tools.call("Write", EventData.of("file_path", path, "content", content));
        stage.say("  " + path + ": " + (called.ran() ? "written" : called.result()));
    }

    /** For runs without a terminal: yes to settings, no to secrets. */
    private static String answer(ApprovalRequest request) {
        return request.prompt().endsWith("app.properties?") ? "Allow always" : "Deny";
    }

    private static String neverAnswer(ApprovalRequest request) throws InterruptedException {
        Thread.sleep(Duration.ofDays(1));
        return "Allow once";
    }
}
