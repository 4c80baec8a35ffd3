package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.Message;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session in a directory, with one module mounted, that remembers all it was told and asked. */
final class Rehearsal {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    final List<AuditRecord> audit = new CopyOnWriteArrayList<>();
    final List<UserMessage> shown = new CopyOnWriteArrayList<>();
    final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    final SessionCoordinator session;
    final AutoCloseable mounted;

    /** Questions are answered with {@code Deny}. */
    Rehearsal(Path directory, HookModule module, Object... settings) throws Exception {
        this(directory, request -> "Deny", module, HookConfig.of(settings(settings)));
    }

    Rehearsal(Path directory, ApprovalSystem approvals, HookModule module, HookConfig config) throws Exception {
        session = SessionCoordinator.builder()
                .sessionId("s-1")
                .workingDirectory(directory)
                .approvals(request -> {
                    asked.add(request);
                    return approvals.requestApproval(request);
                })
                .audit(audit::add)
                .display(shown::add)
                .clock(Clock.fixed(NOW, ZoneOffset.UTC))
                .build();
        mounted = session.mount(module, config);
    }

    static EventData settings(Object... settings) {
        EventData data = EventData.empty();
        for (int i = 0; i < settings.length; i += 2) {
            data = data.with((String) settings[i], settings[i + 1]);
        }
        return data;
    }

    /** What a call comes to: {@code "permitted"}, or why not. */
    String call(String tool, Object... input) {
        return called(session, tool, settings(input));
    }

    static String called(SessionCoordinator session, String tool, EventData input) {
        return switch (session.permitTool(tool, input)) {
            case ToolGate.Permitted permitted -> "permitted";
            case ToolGate.Refused refused -> refused.reason();
        };
    }

    String run(String command) {
        return call("Bash", "command", command);
    }

    /** It is denied by the guard itself: no question is asked, and nothing is permitted. */
    void assertDenies(String command) {
        assertThat(run(command)).as(command).startsWith("This command ");
        assertThat(asked).as("nobody is asked about it").isEmpty();
        assertThat(records(AuditRecord.PermitMinted.class)).isEmpty();
    }

    String write(String path) {
        return call("Write", "file_path", path, "content", "x\n");
    }

    HookOutcome emit(String event, Object... data) {
        return session.emit(event, settings(data));
    }

    /** A tool has written this file. */
    HookOutcome wrote(String path) {
        return emit("tool:post", "tool_name", "Write", "tool_input", Map.of("file_path", path), "success", true);
    }

    <R extends AuditRecord> List<R> records(Class<R> kind) {
        return audit.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    List<String> messages() {
        return shown.stream().map(UserMessage::text).toList();
    }

    /** The stored conversation. */
    List<String> stored() {
        return session.context().messages().stream().map(Message::text).toList();
    }

    /** The conversation with what is for the next request only. */
    List<String> nextRequest() {
        return session.context().forNextRequest().stream().map(Message::text).toList();
    }
}
