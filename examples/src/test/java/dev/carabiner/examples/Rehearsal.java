package dev.carabiner.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.Message;
import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.FileTools;
import dev.carabiner.examples.host.Tool;
import dev.carabiner.examples.host.ToolRunner;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session in a directory, with real tools, that remembers all it was told. */
final class Rehearsal {

    final HookRegistry hooks = new HookRegistry();
    final List<AuditRecord> audit = new CopyOnWriteArrayList<>();
    final List<UserMessage> shown = new CopyOnWriteArrayList<>();
    final List<HookOutput> transcript = new CopyOnWriteArrayList<>();
    final Workspace workspace;
    final SessionCoordinator session;
    private final ToolRunner tools;

    /** Without an approval system. */
    Rehearsal(Path directory) throws Exception {
        this(directory, SessionCoordinator.builder(), Map.of());
    }

    Rehearsal(Path directory, ApprovalSystem approvals) throws Exception {
        this(directory, SessionCoordinator.builder().approvals(approvals), Map.of());
    }

    Rehearsal(Path directory, Map<String, Tool> tools) throws Exception {
        this(directory, SessionCoordinator.builder(), tools);
    }

    private Rehearsal(Path directory, SessionCoordinator.Builder builder, Map<String, Tool> tools) throws Exception {
        workspace = Workspace.at(directory);
        session = builder.hooks(hooks)
                .audit(audit::add)
                .display(display())
                .captureOutput()
                .build();
        this.tools = new ToolRunner(session, tools.isEmpty() ? new FileTools(workspace).all() : tools);
    }

    ToolRunner tools() {
        return tools;
    }

    ToolRunner.Called call(String tool, Object... input) {
        EventData data = EventData.empty();
        for (int i = 0; i < input.length; i += 2) {
            data = data.with((String) input[i], input[i + 1]);
        }
        return tools.call(tool, data);
    }

    ToolRunner.Called write(String path) {
        return call("Write", "file_path", path, "content", "new\n");
    }

    <R extends AuditRecord> List<R> records(Class<R> kind) {
        return audit.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Texts of what hooks have added to the stored conversation. */
    List<String> injected() {
        return session.context().messages().stream()
                .filter(message -> "hook".equals(message.metadata().get("source")))
                .map(Message::text)
                .toList();
    }

    Message lastMessage() {
        return session.context().messages().getLast();
    }

    /** Plays an example in the directory and returns what it says. */
    static String play(Stage.Play play, Path directory) throws Exception {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        play.on(new Stage(directory.toRealPath(), new PrintStream(said, true, UTF_8)));
        return said.toString(UTF_8);
    }

    private Display display() {
        return new Display() {
            @Override
            public void show(UserMessage message) {
                shown.add(message);
            }

            @Override
            public void output(HookOutput output) {
                transcript.add(output);
            }
        };
    }
}
