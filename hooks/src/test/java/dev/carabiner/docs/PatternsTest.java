package dev.carabiner.docs;

import static dev.carabiner.testkit.CarabinerAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Level;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.RecordingDisplay;
import dev.carabiner.testkit.ScriptedChannel;
import dev.carabiner.testkit.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/patterns.md shows: each pattern as Java, and as the bundle that stands there. */
class PatternsTest {

    private static final Path PAGE = Path.of("../docs/patterns.md");

    @TempDir
    Path directory;

    private final RecordingDisplay display = new RecordingDisplay();
    private final List<String> posted = new ArrayList<>();

    private TestSession session(ApprovalChannel channel, Consumer<HookRegistrar> pattern) {
        TestSession session = TestSession.in(directory, channel);
        pattern.accept(session.hooks());
        return session;
    }

    /** The bundle of a section of the page, with the modules of this page installed. */
    private EngineSession bundle(String section, ApprovalChannel... channels) throws IOException {
        String page = Files.readString(PAGE);
        String part = page.substring(page.indexOf("\n## " + section + "\n"));
        var block = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(part);
        assertThat(block.find()).as(section).isTrue();
        Path file = Files.writeString(
                directory.resolve("bundle.yaml"), "bundle: {name: patterns, version: 1.0.0}\n" + block.group(1));
        return Engine.builder()
                .catalog(ModuleCatalog.of(modules()))
                .policy(ManagedPolicy.none())
                .channels(List.of(channels))
                .display(display)
                .load(file)
                .begin("s-1", directory);
    }

    private List<HookModule> modules() {
        List<HookModule> all = new ArrayList<>(ServiceLoader.load(HookModule.class).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
        all.add(new Named("redact-keys", this::redact));
        all.add(new Named("call-budget", this::budget));
        all.add(new Named("notify-chat", this::notification));
        all.add(new Named("quality-gate", this::gate));
        return all;
    }

    /** A pattern with a name that bundles can use. */
    private record Named(String name, Consumer<HookRegistrar> pattern) implements HookModule {

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            pattern.accept(mount.hooks());
            return () -> {};
        }
    }

    private static ToolAnswer call(SessionCoordinator session, String tool, EventData input) {
        return session.call(new ToolCall("1", tool, input), permitted -> ToolResult.of("ran with " + permitted));
    }

    private static EventData command(String text) {
        return EventData.of("command", text);
    }

    // Guard

    private void guard(HookRegistrar hooks) {
        // snippet: pattern-guard
        hooks.on(
                Events.TOOL_PRE,
                HookOptions.forEvent("tool:pre").name("no-force").tools("Bash").guard(), // its failure denies
                (call, data) -> call.toolInput().text("command").contains("push --force")
                        ? HookResult.deny("Force pushes are not for agents; push a branch instead")
                        : null);
        // end
    }

    @Test
    void guard() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::guard)) {
            assertThat(session.call("Bash", "command", "git push --force")).isDeniedBy("no-force");
            assertThat(session.call("Bash", "command", "git push")).ran();
            assertThat(session.call("Bash")).as("a call that cannot be judged").isDeniedBy("no-force");
        }
        try (EngineSession session = bundle("Guard")) {
            assertThat(call(session.coordinator(), "Bash", command("git push --force origin main")))
                    .isDeniedBy("shell-guard");
            assertThat(call(session.coordinator(), "Bash", command("git status")))
                    .ran();
        }
    }

    // Redact

    private void redact(HookRegistrar hooks) {
        // snippet: pattern-redact
        hooks.on(
                Events.TOOL_POST,
                HookOptions.forEvent("tool:post").name("redact-keys").guard(),
                (call, data) -> {
                    EventData result = data.object("tool_result");
                    String output = String.valueOf(result.get("output"));
                    String clean = output.replaceAll("sk-[A-Za-z0-9]{8,}", "[redacted]");
                    return clean.equals(output)
                            ? null
                            : HookResult.modify(data.with("tool_result", result.with("output", clean)));
                });
        // end
    }

    @Test
    void redact() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::redact)) {
            session.tool("Read", input -> ToolResult.of("key=sk-abcdefgh1234"));
            assertThat(session.call("Read")).ranAndSaid("key=[redacted]");
        }
        try (EngineSession session = bundle("Redact")) {
            assertThat(call(session.coordinator(), "Read", EventData.of("x", "sk-abcdefgh1234")))
                    .ran()
                    .saysSomethingLike("[redacted]");
        }
    }

    // Feedback loop

    private void feedback(HookRegistrar hooks) {
        // snippet: pattern-feedback
        hooks.on(
                Events.TOOL_POST,
                HookOptions.forEvent("tool:post").name("todo-check").tools("Write"),
                (call, data) -> String.valueOf(call.toolInput().get("content")).contains("TODO")
                        ? HookResult.inject("This file still has a TODO: finish it or open an issue")
                                .ephemeral()
                                .appendToLastToolResult()
                        : null);
        // end
    }

    @Test
    void feedback() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::feedback)) {
            session.call("Write", "content", "TODO: rest");
            assertThat(session.nextRequest()).singleElement().asString().contains("still has a TODO");
            assertThat(session.nextRequest()).as("for one request only").isEmpty();
        }
        Files.writeString(directory.resolve("notes.json"), "{");
        try (EngineSession session = bundle("Feedback loop")) {
            call(session.coordinator(), "Write", EventData.of("file_path", "notes.json", "content", "{"));
            assertThat(session.coordinator().context().forNextRequest().toString())
                    .contains("notes.json:1");
        }
    }

    // Status context

    private void status(HookRegistrar hooks) {
        // snippet: pattern-status
        hooks.register(
                "prompt:submit",
                0,
                "branch-status",
                (event, data) -> HookResult.inject("You are on branch main")
                        .role(Role.SYSTEM)
                        .ephemeral()
                        .suppressOutput());
        // end
    }

    @Test
    void status() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::status)) {
            assertThat(session.emit("prompt:submit", "prompt", "hi")).injects("branch-status", "branch main");
            assertThat(session.conversation()).isEmpty();
        }
        try (EngineSession session = bundle("Status context")) {
            assertThat(session.coordinator().context().forNextRequest().toString())
                    .contains("date-status");
        }
    }

    // Budget

    private void budget(HookRegistrar hooks) {
        // snippet: pattern-budget
        AtomicInteger left = new AtomicInteger(3);
        hooks.register(
                HookOptions.forEvent("tool:pre")
                        .name("call-budget")
                        .priority(100)
                        .guard(), // after those that deny
                (event, data) -> left.getAndUpdate(n -> Math.max(0, n - 1)) > 0
                        ? null
                        : HookResult.deny("The budget of 3 tool calls is used up; sum up what you have"));
        // end
    }

    @Test
    void budget() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::budget)) {
            for (int i = 0; i < 3; i++) {
                assertThat(session.call("Read")).ran();
            }
            assertThat(session.call("Read")).isDeniedBy("call-budget");
        }
        try (EngineSession session = bundle("Budget")) {
            for (int i = 0; i < 3; i++) {
                assertThat(call(session.coordinator(), "Read", EventData.empty()))
                        .ran();
            }
            assertThat(call(session.coordinator(), "Read", EventData.empty())).isDeniedBy("call-budget");
        }
    }

    // Notification

    private void notification(HookRegistrar hooks) {
        // snippet: pattern-notification
        hooks.observe(
                HookOptions.forEvent("approval:required").name("notify-chat"),
                (event, data) -> posted.add("An agent waits for you: " + data.text("prompt")));
        hooks.register("session:end", (event, data) -> HookResult.proceed().userMessage("Finished", Level.INFO));
        // end
    }

    @Test
    void notification() throws Exception {
        try (TestSession session = session(ScriptedChannel.always("Deny"), this::notification)) {
            session.hooks().register("tool:pre", (event, data) -> HookResult.ask("Deploy?"));
            session.call("Deploy");
            session.emit("session:end");
            assertThat(posted).containsExactly("An agent waits for you: Deploy?");
            assertThat(session.display().texts()).containsExactly("Finished");
        }
        posted.clear();
        try (EngineSession session = bundle("Notification", ScriptedChannel.always("Deny"))) {
            call(session.coordinator(), "Bash", command("git push --force"));
        }
        assertThat(posted).singleElement().asString().contains("git push --force");
        assertThat(display.texts()).contains("Finished");
    }

    // Quality gate

    private final AtomicInteger failingTests = new AtomicInteger(1);

    private void gate(HookRegistrar hooks) {
        // snippet: pattern-gate
        hooks.register(
                HookOptions.forEvent("execution:complete").name("quality-gate"),
                (event, data) -> failingTests.get() == 0
                        ? null
                        : HookResult.deny(failingTests.get() + " tests fail: mend them before you finish"));
        // end
    }

    @Test
    void gate() throws Exception {
        try (TestSession session = session(ScriptedChannel.answering(), this::gate)) {
            assertThat(session.emit("execution:complete"))
                    .isDeniedBy("quality-gate")
                    .withReasonContaining("1 tests fail");
            failingTests.set(0);
            assertThat(session.emit("execution:complete")).goesOn();
        }
        failingTests.set(2);
        try (EngineSession session = bundle("Quality gate")) {
            assertThat(session.coordinator().emit("execution:complete", EventData.empty()))
                    .isDeniedBy("quality-gate");
        }
    }

    // Approval with memory

    private void approval(HookRegistrar hooks) {
        // snippet: pattern-approval
        hooks.on(
                Events.TOOL_PRE,
                HookOptions.forEvent("tool:pre")
                        .name("deploy-guard")
                        .tools("Deploy")
                        .guard(),
                (call, data) -> HookResult.ask("Deploy to " + call.toolInput().text("stage") + "?")
                        .options("Allow once", "Allow always", "Deny")
                        .scope("Deploy: " + call.toolInput().text("stage"))); // how far "always" reaches
        // end
    }

    @Test
    void approval() throws Exception {
        ScriptedChannel human = ScriptedChannel.answering("Allow always", "Deny");
        try (TestSession session = session(human, this::approval)) {
            assertThat(session.call("Deploy", "stage", "test", "version", 1)).ran();
            assertThat(session.call("Deploy", "stage", "test", "version", 2))
                    .as("remembered")
                    .ran();
            assertThat(session.call("Deploy", "stage", "production")).isDenied();
            assertThat(human).wasAskedBy("deploy-guard", "deploy-guard").isPlayedToTheEnd();
        }
        ScriptedChannel other = ScriptedChannel.answering("Allow always");
        try (EngineSession session = bundle("Approval with memory", other)) {
            EventData write = EventData.of("file_path", "production/app.yaml", "content", "x");
            assertThat(call(session.coordinator(), "Write", write)).ran();
            assertThat(call(session.coordinator(), "Write", write)).ran();
            assertThat(other).wasAskedBy("production-guard");
        }
    }

    @Nested
    class The_page {

        @Test
        void has_a_bundle_and_java_for_each_pattern() throws IOException {
            String page = Files.readString(PAGE);

            assertThat(page.lines().filter(it -> it.startsWith("## "))).hasSize(8);
            assertThat(page.split("```yaml")).hasSize(9);
            assertThat(page.split("```java")).hasSize(9);
        }
    }
}
