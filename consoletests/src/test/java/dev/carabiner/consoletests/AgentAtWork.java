package dev.carabiner.consoletests;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.console.KnownSession;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A guarded session with a real log that the console follows, as if another process wrote it. */
final class AgentAtWork implements AutoCloseable {

    final SessionCoordinator session;
    final HookRegistry hooks;
    private final String id;
    private final FileAuditLog log;
    private int calls;

    AgentAtWork(Desk desk, String id, String name, Path directory) {
        this(desk, id, name, null, directory);
    }

    /** @param parent the session that it works for; null for none */
    AgentAtWork(Desk desk, String id, String name, String parent, Path directory) {
        this(desk, id, name, parent, directory, hooks());
    }

    AgentAtWork(Desk desk, String id, String name, String parent, Path directory, HookRegistry hooks) {
        this.id = id;
        this.hooks = hooks;
        Path place = directory.resolve("log-" + id);
        this.log = FileAuditLog.open(AuditLogOptions.in(place).secrets("api_key"));
        ApprovalChannel elsewhere = pending -> () -> {};
        this.session = SessionCoordinator.builder()
                .sessionId(id)
                .hooks(hooks)
                .channels(List.of(elsewhere))
                .approvalStore(desk.database.store())
                .audit(log)
                .build();
        Instant now = Instant.now();
        desk.sessions.add(new KnownSession(id, name, now, now, directory, "team", parent, "running", 1, place));
        session.emit("session:start", EventData.of("source", "startup"));
    }

    private static HookRegistry hooks() {
        HookRegistry hooks = new HookRegistry();
        hooks.register(HookOptions.forEvent("tool:pre").priority(10).name("shell-guard"), (event, data) -> {
            String command = String.valueOf(data.object("tool_input").get("command"));
            if (command.startsWith("rm")) {
                return HookResult.deny("It removes what cannot be brought back");
            }
            return command.contains("deploy")
                    ? HookResult.ask("Run this command?")
                            .options("Allow once", "Deny")
                            .reason("your bundle asks before each deployment")
                    : HookResult.proceed();
        });
        hooks.register("tool:pre", 20, "secret-scan", (event, data) -> HookResult.proceed());
        hooks.register(
                HookOptions.forEvent("tool:pre")
                        .priority(25)
                        .name("production-guard")
                        .tools("Edit"),
                (event, data) -> HookResult.ask("Change a protected file?")
                        .options("Allow once", "Deny")
                        .reason("Your bundle protects deploy/production/**"));
        hooks.register(
                HookOptions.forEvent("tool:pre").priority(30).name("notes").tools("Edit"),
                (event, data) -> HookResult.proceed());
        hooks.register("prompt:submit", 0, "git-status", (event, data) -> HookResult.inject("branch main, clean"));
        hooks.register("tool:post", 0, "linter", (event, data) -> {
            throw new IllegalStateException("the linter is not installed");
        });
        return hooks;
    }

    AgentAtWork turn(String prompt) {
        session.startTurn();
        session.emit("prompt:submit", EventData.of("prompt", prompt));
        return this;
    }

    AgentAtWork model(String words) {
        EventData message = EventData.of("role", "assistant", "content", words);
        session.emit("provider:response", EventData.of("provider", "test", "model", "test-1", "message", message));
        return this;
    }

    ToolAnswer call(String command) {
        return call(EventData.of("command", command));
    }

    ToolAnswer call(EventData input) {
        return session.call(
                new ToolCall(id + "-" + calls++, "Bash", input),
                changed -> ToolResult.of("done: " + changed.get("command")));
    }

    /** A change of a file, about which a hook asks. */
    CompletableFuture<ToolAnswer> editing(EventData input) {
        ToolCall call = new ToolCall(id + "-" + calls++, "Edit", input);
        return CompletableFuture.supplyAsync(() -> session.call(call, changed -> ToolResult.of("edited")));
    }

    CompletableFuture<ToolAnswer> calling(String command) {
        return CompletableFuture.supplyAsync(() -> call(command));
    }

    AgentAtWork answer(String words) {
        session.emit("prompt:complete", EventData.of("prompt", "", "response", words));
        return this;
    }

    /** Until all that has happened is in the files of the log. */
    void flush() {
        log.flush();
    }

    /** Has so many messages of a thousand characters on record. */
    void talk(int messages) {
        for (int i = 0; i < messages; i++) {
            log.append(new AuditRecord.MessageShown(
                    id, Instant.now(), "talker", "prompt:submit", "info", i + " " + "so much ".repeat(120)));
        }
        log.flush();
    }

    @Override
    public void close() {
        session.end();
        log.close();
    }
}
