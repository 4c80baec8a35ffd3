package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookObserver;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every snippet of docs/hooks.md, run. */
class HooksGuideTest {

    private final HookRegistry hooks = new HookRegistry();
    private final List<String> log = new ArrayList<>();

    private static final EventData LS =
            EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "ls -la"));

    @Test
    void a_first_hook() {
        // snippet: first-hook
        Registration registration = hooks.register("tool:pre", (event, data) -> {
            log.add(event + " " + data.text("tool_name"));
            return HookResult.proceed(); // or null, which means the same
        });
        HookOutcome outcome =
                hooks.emit("tool:pre", Map.of("tool_name", "Bash", "tool_input", Map.of("command", "ls")));
        registration.close();
        // end
        assertThat(outcome.denied()).isFalse();
        assertThat(log).containsExactly("tool:pre Bash");
    }

    @Test
    void observing() {
        // snippet: observe
        HookObserver audit = (event, data) -> log.add(event);
        hooks.observe("tool:*", audit);
        // end
        hooks.emit("error:tool", EventData.empty());
        assertThat(log).as("tool:error is an alias of error:tool").containsExactly("error:tool");
    }

    @Test
    void denying() {
        // snippet: deny
        hooks.register(
                "tool:pre",
                0,
                "no-network",
                (event, data) -> "WebFetch".equals(data.text("tool_name"))
                        ? HookResult.deny("This session works offline")
                        : null);
        // end
        assertThat(hooks.emit("tool:pre", LS.with("tool_name", "WebFetch")).reason())
                .isEqualTo("This session works offline");
    }

    @Test
    void modifying() {
        // snippet: modify
        Pattern card = Pattern.compile("\\b\\d{4}-\\d{4}-\\d{4}-\\d{4}\\b");
        hooks.on(
                Events.TOOL_PRE,
                HookOptions.forEvent("tool:pre").name("redact").priority(10).onFailure(FailurePolicy.DENY),
                (call, data) -> {
                    if (!(call.toolInput().get("body") instanceof String body)) {
                        return null; // a tool that sends no text
                    }
                    String safe = card.matcher(body).replaceAll("[REDACTED]");
                    return HookResult.modify(data.update("tool_input", input -> input.with("body", safe)));
                });
        // end
        EventData mail =
                EventData.of("tool_name", "SendEmail", "tool_input", Map.of("body", "pay 1234-5678-9012-3456"));
        assertThat(hooks.emit("tool:pre", mail).data().object("tool_input").text("body"))
                .isEqualTo("pay [REDACTED]");

        HookOutcome withoutBody = hooks.emit("tool:pre", LS);
        assertThat(withoutBody.data()).isEqualTo(LS);
        assertThat(withoutBody.runs().getFirst().failure()).isNull();

        HookOutcome withoutInput = hooks.emit("tool:pre", Map.of("tool_name", "SendEmail"));
        assertThat(withoutInput.reason()).startsWith("Guard redact unavailable: ");
    }

    @Test
    void injecting() {
        // snippet: inject
        hooks.register(
                "tool:post",
                0,
                "linter",
                (event, data) ->
                        HookResult.inject("config.py:42: line too long").userMessage("1 linting issue", Level.WARNING));
        hooks.register(
                "tool:post",
                0,
                "todos",
                (event, data) ->
                        HookResult.inject("Open: write the tests").ephemeral().appendToLastToolResult());
        // end
        var context = new InMemoryContextManager();
        var session = SessionCoordinator.builder().hooks(hooks).context(context).build();
        context.add(Message.toolCall("1", "Write", Map.of()));
        session.emit("tool:post", Map.of("tool_name", "Write"));
        context.add(Message.toolResult("1", "written"));
        assertThat(context.messages())
                .extracting(Message::text)
                .containsExactly("", "written", "config.py:42: line too long");
    }

    @Test
    void asking() {
        // snippet: ask
        hooks.register(
                "tool:pre",
                0,
                "production",
                (event, data) -> HookResult.ask("Write to production/app.yaml?")
                        .options("Allow once", "Allow always", "Deny")
                        .timeout(Duration.ofMinutes(2))
                        .byDefault(Decision.DENY)
                        .reason("production files need a human"));
        // end
        var session = SessionCoordinator.builder()
                .hooks(hooks)
                .approvals(request -> "Deny")
                .build();
        assertThat(session.emit("tool:pre", LS).reason()).isEqualTo("User denied: Write to production/app.yaml?");
    }

    @Test
    void controlling_output() {
        // snippet: output
        hooks.register("tool:post", 0, "progress", (event, data) -> {
            System.out.println("checked 412 files in 3 s"); // noise, for the audit log only
            return HookResult.proceed().suppressOutput().userMessage("All files are fine");
        });
        // end
        var session = SessionCoordinator.builder()
                .hooks(hooks)
                .display(message -> log.add(message.source() + " " + message.text()))
                .build();
        session.emit("tool:post", Map.of());
        assertThat(log).containsExactly("hook:progress All files are fine");
    }

    @Test
    void typed_views() {
        // snippet: typed
        hooks.on(
                Events.TOOL_PRE,
                (view, data) -> view.toolName().equals("Bash")
                        ? HookResult.inject("cwd is " + view.toolInput().text("cwd"))
                        : null);
        // end
        assertThat(hooks.emit("tool:pre", LS).injections()).hasSize(1);
        assertThat(hooks.emit("tool:pre", Map.of("tool_name", 1))
                        .runs()
                        .getFirst()
                        .failure())
                .hasMessageContaining("tool_name is a number, expected text");
    }

    // snippet: own-view
    record DeployStarted(String service, int replicas) {}

    static final EventType<DeployStarted> DEPLOY_STARTED = EventType.of("deploy:started", DeployStarted.class);
    // end

    @Test
    void an_event_of_ones_own() {
        // snippet: own-event
        hooks.on(
                DEPLOY_STARTED,
                (deploy, data) ->
                        deploy.replicas() > 100 ? HookResult.ask("Start " + deploy.replicas() + " replicas?") : null);
        hooks.emit("deploy:started", EventData.of(new DeployStarted("shop", 300)));
        // end
        assertThat(hooks.emit("deploy:started", EventData.of(new DeployStarted("shop", 300)))
                        .questions())
                .hasSize(1);
    }

    @Test
    void failing_the_way_it_declared() {
        // snippet: failure
        hooks.register(
                HookOptions.forEvent("tool:pre")
                        .name("policy-server")
                        .priority(-10) // lower runs first
                        .timeout(Duration.ofSeconds(2)) // then it is interrupted and abandoned
                        .onFailure(FailurePolicy.DENY),
                (event, data) -> {
                    throw new IllegalStateException("connection refused");
                });

        HookOutcome outcome = hooks.emit("tool:pre", LS);
        // end
        assertThat(outcome.reason()).isEqualTo("Guard policy-server unavailable: connection refused");
        assertThat(outcome.runs().getFirst().failure()).isNotNull();
    }

    @Test
    void reading_an_outcome() {
        hooks.register("tool:pre", (event, data) -> HookResult.inject("note").userMessage("hello"));
        hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));
        // snippet: outcome
        HookOutcome outcome = hooks.emit("tool:pre", LS);

        outcome.action(); // ASK_USER: the strongest answer
        outcome.data(); // what the operation is to run with, after all modifications
        outcome.questions(); // every question, injection and message, each with its author
        outcome.injections();
        outcome.messages();
        outcome.runs(); // each handler: name, priority, its own result or failure
        // end
        assertThat(outcome.questions()).hasSize(1);
        assertThat(outcome.injections()).hasSize(1);
        assertThat(outcome.messages()).hasSize(1);
        assertThat(outcome.runs()).hasSize(2);
    }

    @Test
    void running_a_tool() {
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        // snippet: permit
        ToolCall call = new ToolCall("call-1", "Bash", EventData.of("command", "ls"));
        ToolAnswer answer = session.call(call, permitted -> {
            log.add("running " + permitted.text("command")); // runs only if it is permitted, with the final input
            return ToolResult.of("a.txt b.txt");
        });
        answer.text(); // for the model: the output as the hooks left it, or why nothing was run
        answer.status(); // RAN, DENIED, FAILED, CANCELLED
        // end
        assertThat(log).containsExactly("running ls");
        assertThat(answer.text()).isEqualTo("a.txt b.txt");
    }

    private static ApprovalRules openRules(Path directory) {
        // snippet: rules
        ApprovalRules rules = new ApprovalRules(RuleStore.inFile(directory.resolve("approval-rules")), directory);
        List<String> known = rules.list().stream().map(ApprovalRule::id).toList(); // kept from an earlier start
        Stream.of(
                        ApprovalRule.allow("history", "guard", "Bash", InputPattern.shell("command", "git log *")),
                        ApprovalRule.deny("no-force", "*", "Bash", InputPattern.shell("command", "git push --force *")))
                .filter(rule -> !known.contains(rule.id()))
                .forEach(rules::add);
        // end
        return rules;
    }

    @Test
    void ruling_from_one_start_to_the_next(@TempDir Path directory) {
        hooks.register("tool:pre", 0, "guard", (event, data) -> HookResult.ask("Run it?"));
        for (int start = 1; start <= 2; start++) {
            var session = SessionCoordinator.builder()
                    .hooks(hooks)
                    .rules(openRules(directory))
                    .build();

            assertThat(session.permitTool("Bash", Map.of("command", "git log -3")))
                    .isInstanceOf(ToolGate.Permitted.class);
            assertThat(session.permitTool("Bash", Map.of("command", "git push --force origin")))
                    .isInstanceOf(ToolGate.Refused.class);
        }
        assertThat(openRules(directory).list()).hasSize(2);
    }

    @Test
    void collecting() {
        // snippet: collect
        hooks.register(
                "decision:tool_resolution",
                (event, data) -> HookResult.proceed(Map.of("tool", "weather", "confidence", 0.9)));
        List<EventData> offers = hooks.emitAndCollect("decision:tool_resolution", Map.of("query", "Will it rain?"));
        // end
        assertThat(offers).containsExactly(EventData.of("tool", "weather", "confidence", 0.9));
    }

    @Test
    void contributing() {
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();
        // snippet: contribute
        session.registerContributor("agent_capabilities", "search", () -> List.of("web", "code"));
        List<Object> capabilities = session.collectContributions("agent_capabilities");
        // end
        assertThat(capabilities).containsExactly(List.of("web", "code"));
    }
}
