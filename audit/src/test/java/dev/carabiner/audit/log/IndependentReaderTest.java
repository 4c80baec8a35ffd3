package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalUnreachableException;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolBody;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A log tells a program that knows no more than the page of its format what became of every tool call. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IndependentReaderTest {

    private static final String LONG = "line of a long file\n".repeat(500);

    private final Map<String, EventData> told = new LinkedHashMap<>();
    private final HookRegistry hooks = new HookRegistry();

    @BeforeAll
    void run(@TempDir Path directory) throws Exception {
        registerHooks();
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).segmentsOf(20_000))) {
            SessionCoordinator session = session("s-1", log).build();
            for (String command : List.of(
                    "plain",
                    "hook",
                    "human",
                    "allowed",
                    "rule",
                    "silence",
                    "broken",
                    "modified",
                    "edited",
                    "edited badly",
                    "permitted by rule",
                    "silence allows",
                    "renamed",
                    "injected",
                    "failing",
                    "throwing",
                    "stopped",
                    "nothing",
                    "withheld",
                    "changed result",
                    "long")) {
                call(session, command);
            }
            call(session, "always", "always");
            call(session, "always again", "always");
            callWithoutWaiting(session, "deferred");
            callWithoutWaiting(session, "deferred human");
            for (String piece : List.of("a", "b", "c")) {
                session.emit("content_block:delta", Map.of("index", 0, "delta", piece));
            }
            session.emit("content_block:end", Map.of("index", 0, "text", "abc"));
            call(session.child("s-1-child").build(), "hook");
            call(session, "long again");
            useTwice(session, "used twice");
            callsThatComeTooLate(log);
        }
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        read(directory);
    }

    @AfterAll
    void nothingIsLeft() {
        assertThat(told).hasSize(32);
    }

    private SessionCoordinator.Builder session(String id, AuditLog log) {
        return SessionCoordinator.builder()
                .sessionId(id)
                .hooks(hooks)
                .audit(log)
                .rules(IndependentReaderTest::rule)
                .channels(List.of(alice()));
    }

    private void callsThatComeTooLate(FileAuditLog log) {
        SessionCoordinator cancelled = session("s-2", log).build();
        cancelled.cancellation().requestGraceful();
        call(cancelled, "cancelled");
        List<SessionCoordinator> ending =
                new ArrayList<>(); // its permits are worth nothing when they are on the record
        ending.add(session("s-3", record -> {
                    log.append(record);
                    if (record instanceof PermitUsed) {
                        ending.getFirst().end();
                    }
                })
                .build());
        call(ending.getFirst(), "ended");
        call(ending.getFirst(), "after the end");
        SessionCoordinator alone = session("s-4", log)
                .channels(List.of(pending -> {
                    throw new ApprovalUnreachableException("no terminal");
                }))
                .build();
        call(alone, "human");
    }

    private static void call(SessionCoordinator session, String command) {
        call(session, command, command);
    }

    private static void call(SessionCoordinator session, String id, String command) {
        session.call(toolCall(session, id, command), body());
        assertThat(Thread.interrupted()).isEqualTo(command.equals("stopped"));
    }

    /** As a caller does that cannot block: it comes back with the same call until a human has decided. */
    private static void callWithoutWaiting(SessionCoordinator session, String command) throws InterruptedException {
        ToolCall call = toolCall(session, command, command);
        while (session.callOrDefer(call, body()).status() == ToolAnswer.Status.WAITING) {
            Thread.sleep(5);
        }
    }

    /** As a host does that runs its tools itself, and tells of no result. */
    private static void useTwice(SessionCoordinator session, String command) {
        ToolGate gate = session.permitTool(toolCall(session, command, command));
        ToolPermit permit = ((ToolGate.Permitted) gate).permit();
        session.redeem(permit, "Bash");
        assertThatThrownBy(() -> session.redeem(permit, "Bash")).isInstanceOf(PermitException.class);
    }

    private static ToolCall toolCall(SessionCoordinator session, String id, String command) {
        return new ToolCall(session.sessionId() + " " + id, "Bash", EventData.of("command", command));
    }

    private static ToolBody body() {
        return input -> switch (String.valueOf(input.text("command"))) {
            case "failing" -> ToolResult.failed("exit code 1");
            case "throwing" -> throw new IOException("no such host");
            case "stopped" -> throw new InterruptedException("stopped");
            case "nothing" -> null;
            case "long", "long again" -> ToolResult.of(LONG);
            default -> ToolResult.of("ran " + input.text("command"));
        };
    }

    private void registerHooks() {
        on("hook", 0, "denier", HookResult.deny("not this"));
        for (String asked : List.of(
                "human",
                "allowed",
                "rule",
                "permitted by rule",
                "edited",
                "edited badly",
                "deferred",
                "deferred human")) {
            on(asked, 1, "asker", HookResult.ask("Run " + asked + "?"));
        }
        HookResult.AskUser shortly = HookResult.ask("Anyone?").timeout(Duration.ofMillis(100));
        on("silence", 1, "asker", shortly);
        on("silence allows", 1, "asker", shortly.byDefault(Decision.ALLOW));
        on("always", 1, "asker", HookResult.ask("Always?").options("Allow always", "Deny"));
        hooks.register(
                "tool:pre",
                6,
                "renamer",
                (event, data) ->
                        command(data).equals("renamed") ? HookResult.modify(data.with("tool_name", "Zsh")) : null);
        hooks.register(
                HookOptions.forEvent("tool:pre").priority(2).name("guard").onFailure(FailurePolicy.DENY),
                when("broken", () -> {
                    throw new IllegalStateException("cannot tell");
                }));
        hooks.register(
                "tool:pre",
                3,
                "mender",
                (event, data) -> command(data).equals("modified")
                        ? HookResult.modify(data.update(
                                "tool_input", it -> it.with("command", "mended").with("$flag", true)))
                        : null);
        on("injected", 4, "adviser", HookResult.inject("mind the gap"));
        hooks.register(
                HookOptions.forEvent("tool:pre").priority(5).name("editor").tools("Edit"), (event, data) -> null);
        hooks.register("tool:post", 0, "censor", (event, data) -> switch (command(data)) {
            case "withheld" -> HookResult.deny("a secret");
            case "changed result" -> HookResult.modify(data.update("tool_result", it -> it.with("output", "***")));
            default -> null;
        });
    }

    private static String command(EventData data) {
        return String.valueOf(data.object("tool_input").text("command"));
    }

    private void on(String command, int priority, String name, HookResult result) {
        hooks.register("tool:pre", priority, name, when(command, () -> result));
    }

    private interface Answering {
        HookResult answer();
    }

    private static HookHandler when(String command, Answering then) {
        return (event, data) -> command(data).equals(command) ? then.answer() : null;
    }

    private static StandingAnswers.Ruling rule(ApprovalRequest request) {
        return switch (request.prompt()) {
            case "Run rule?" -> new StandingAnswers.Ruling.Denied("7");
            case "Run permitted by rule?" -> new StandingAnswers.Ruling.Allowed("8");
            default -> new StandingAnswers.Ruling.None();
        };
    }

    /** Refuses one, edits another, allows a third, and is silent to the rest. */
    private static ApprovalChannel alice() {
        return pending -> {
            String digest = pending.request().digest();
            switch (pending.request().prompt()) {
                case "Run human?", "Run deferred human?" -> pending.decide("Deny", "alice", digest);
                case "Run allowed?", "Run deferred?" -> pending.decide("Allow", "alice", digest);
                case "Always?" -> pending.decide("Allow always", "alice", digest);
                case "Run edited?" ->
                    pending.decide(Answer.of("Allow", "alice", digest).input(EventData.of("command", "softer")));
                case "Run edited badly?" ->
                    pending.decide(Answer.of("Allow", "alice", digest).input(EventData.of("command", "hook")));
                default -> {}
            }
            return () -> {};
        };
    }

    private void read(Path directory) throws IOException, InterruptedException {
        Path reader = Stream.of("src", "audit/src")
                .map(place -> Path.of(place, "test", "python", "read_audit.py"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        Process python;
        try {
            python = new ProcessBuilder("python3", "-B", reader.toString(), directory.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: there is no python3");
            return;
        }
        String output = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(python.waitFor()).isZero();
        output.lines()
                .map(line -> EventDataJson.read(line.getBytes(StandardCharsets.UTF_8)))
                .forEach(call -> told.put(call.text("call"), call));
    }

    private EventData told(String command) {
        return told.get("s-1 " + command);
    }

    private static EventData input(String command) {
        return EventData.of("command", command);
    }

    private void wasDenied(String command, String by) {
        EventData call = told(command);
        assertThat(call.object("asked")).isEqualTo(input(command));
        assertThat(call.get("denied")).isEqualTo(List.of(by));
        assertThat(call.get("ran")).isEqualTo(false);
        assertThat(call.get("result")).isNull();
    }

    private void ran(String command, EventData with, EventData result) {
        EventData call = told(command);
        assertThat(call.object("asked")).isEqualTo(input(command));
        assertThat(call.object("decided_on")).isEqualTo(with);
        assertThat(call.get("denied")).isEqualTo(List.of());
        assertThat(call.get("ran")).isEqualTo(true);
        assertThat(call.object("result")).isEqualTo(result);
    }

    private static EventData output(String text) {
        return EventData.of("success", true, "output", text);
    }

    @Test
    void who_denied_it_and_why() {
        wasDenied("hook", "hook denier: not this");
        wasDenied("human", "human alice: User denied: Run human?");
        wasDenied("deferred human", "human alice: User denied: Run deferred human?");
        wasDenied("rule", "rule rule 7: Denied by rule 7");
        wasDenied("silence", "timeout timeout: Approval timeout - denied by default: Anyone?");
        wasDenied("broken", "failure guard: Guard guard unavailable: cannot tell");
        wasDenied("renamed", "kernel kernel: A hook changed tool_name from Bash to Zsh");
        wasDenied("edited badly", "hook denier: not this");
        assertThat(told("edited badly").get("changed_by")).isEqualTo(List.of("alice"));
    }

    @Test
    void that_it_came_too_late() {
        assertThat(told.get("s-2 cancelled").get("denied")).isEqualTo(List.of("cancellation kernel: Cancelled"));
        assertThat(told.get("s-3 ended").object("asked")).isEqualTo(input("ended"));
        for (String call : List.of("s-3 ended", "s-3 after the end")) {
            assertThat(told.get(call).get("denied")).isEqualTo(List.of("session_end kernel: The session has ended"));
            assertThat(told.get(call).get("ran")).isEqualTo(false);
        }
    }

    @Test
    void that_its_permit_was_used_a_second_time_and_that_it_has_run() {
        EventData call = told("used twice");
        assertThat(call.get("ran")).isEqualTo(true);
        assertThat(call.get("denied"))
                .asInstanceOf(LIST)
                .singleElement()
                .asString()
                .matches("kernel kernel: Permit p-.* has been used before");
    }

    @Test
    void that_no_human_could_be_asked() {
        assertThat(told.get("s-4 human").get("denied"))
                .isEqualTo(List.of("failure kernel: Nobody could be asked - denied by default: Run human?"));
    }

    @Test
    void who_granted_it() {
        ran("allowed", input("allowed"), output("ran allowed"));
        assertThat(told("allowed").get("granted")).isEqualTo(List.of("answered alice"));
        ran("deferred", input("deferred"), output("ran deferred"));
        assertThat(told("deferred").get("granted")).isEqualTo(List.of("answered alice"));
        assertThat(told("permitted by rule").get("granted")).isEqualTo(List.of("rule rule 8"));
        assertThat(told("silence allows").get("granted")).isEqualTo(List.of("timeout timeout"));
        assertThat(told("always").get("granted")).isEqualTo(List.of("answered alice"));
        assertThat(told("always again").get("granted")).isEqualTo(List.of("remembered session"));
        assertThat(told("plain").get("granted")).isEqualTo(List.of());
    }

    @Test
    void who_changed_the_input_to_what() {
        ran("modified", EventData.of("command", "mended", "$flag", true), output("ran mended"));
        assertThat(told("modified").get("changed_by")).isEqualTo(List.of("mender"));
        ran("edited", input("softer"), output("ran softer"));
        assertThat(told("edited").get("changed_by")).isEqualTo(List.of("alice"));
    }

    @Test
    void what_came_of_the_run() {
        ran("plain", input("plain"), output("ran plain"));
        ran("failing", input("failing"), EventData.of("success", false, "output", "exit code 1"));
        ran("throwing", input("throwing"), EventData.of("type", "IOException", "message", "no such host"));
        ran(
                "stopped",
                input("stopped"),
                EventData.of(
                        "type",
                        "InterruptedException",
                        "message",
                        "Interrupted while it was running; it may have taken effect"));
        assertThat(told("nothing").object("result").text("type")).isEqualTo("NoResultException");
        ran("changed result", input("changed result"), output("***"));
        ran("long", input("long"), output(LONG));
        ran("long again", input("long again"), output(LONG));
        ran("withheld", input("withheld"), output("ran withheld"));
        assertThat(told("withheld").text("withheld_by")).isEqualTo("censor");
    }

    @Test
    void what_else_the_hooks_did_and_which_did_not_run() {
        ran("injected", input("injected"), output("ran injected"));
        assertThat(told("injected").get("injected")).isEqualTo(List.of("adviser: added"));
        assertThat(told("plain").get("not_run")).isEqualTo(List.of("editor: only for Edit"));
        assertThat(told("hook").get("not_run")).asInstanceOf(LIST).contains("mender: after the deny");
    }

    @Test
    void what_a_sub_agent_did() {
        EventData call = told.get("s-1-child hook");
        assertThat(call.text("session")).isEqualTo("s-1-child");
        assertThat(call.get("denied")).isEqualTo(List.of("hook denier: not this"));
    }
}
