package dev.carabiner.session;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Message;
import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A session whose ports remember what reached them, in one common order. */
final class Recording {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    final HookRegistry hooks = new HookRegistry();
    final InMemoryContextManager context = new InMemoryContextManager();
    final List<UserMessage> shown = new CopyOnWriteArrayList<>();
    final List<HookOutput> outputs = new CopyOnWriteArrayList<>();
    final List<AuditRecord> records = new CopyOnWriteArrayList<>();
    final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    final List<String> order = new CopyOnWriteArrayList<>();

    final Display display = new Display() {
        @Override
        public void show(UserMessage message) {
            order.add("message");
            shown.add(message);
        }

        @Override
        public void output(HookOutput output) {
            outputs.add(output);
        }
    };

    final AuditLog audit = record -> {
        order.add(record.type());
        records.add(record);
    };

    SessionCoordinator.Builder builder() {
        return SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .context(context)
                .display(display)
                .audit(audit)
                .captureOutput()
                .clock(Clock.fixed(NOW, ZoneOffset.UTC));
    }

    SessionCoordinator session() {
        return builder().build();
    }

    SessionCoordinator answering(String option) {
        return asking(request -> option);
    }

    SessionCoordinator asking(ApprovalSystem system) {
        ApprovalSystem remembering = request -> {
            order.add("question");
            asked.add(request);
            return system.requestApproval(request);
        };
        return builder().approvals(remembering).build();
    }

    /** A guard that asks this before any tool. */
    void asks(HookResult.AskUser question) {
        hooks.register("tool:pre", 0, "guard", (event, data) -> question);
    }

    static EventData bash(String command) {
        return EventData.of("tool_name", "Bash", "tool_input", Map.of("command", command));
    }

    List<String> texts() {
        return context.messages().stream().map(Message::text).toList();
    }

    <R extends AuditRecord> List<R> records(Class<R> type) {
        return records.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
