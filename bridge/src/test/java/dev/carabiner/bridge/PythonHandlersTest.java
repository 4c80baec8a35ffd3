package dev.carabiner.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Command;
import dev.carabiner.process.Finished;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Handlers written for the system that the reference documents describe run unmodified in a warm worker, with the outcome
 * that the text around them promises. Where those documents are not at hand, only our own are run.
 */
class PythonHandlersTest {

    private static final Path CLIENT = Path.of("..", "clients", "python", "carabiner_hooks.py")
            .toAbsolutePath()
            .normalize();
    private static final Path REFERENCE = Path.of("..", "..", "shared", "reference");

    /** Those that call what is nowhere defined, or have no body: no complete programs. */
    private static final List<String> INCOMPLETE = List.of(
            "2-api.md handler [a body]",
            "2-api.md todo_hook [get_active_todos]",
            "3-api-earlier-edition.md handler [a body]",
            "3-api-earlier-edition.md hook_handler [a result]",
            "3-api-earlier-edition.md validation_hook [format_issues, validate_output]",
            "4-guide.md handler [a result]",
            "4-guide.md safe_hook [do_something]",
            "5-events.md session_context_loader [format_issues, load_recent_issues]");

    private static final String PRELUDE = """
            import json, re, subprocess, sys, logging
            from typing import Any
            from amplifier_core.hooks import HookRegistry
            from amplifier_core.models import HookResult

            class _Logger:
                def info(self, text, **fields): print(text, fields)
                debug = warning = error = exception = info

            logger = _Logger()

            """;

    @TempDir
    private Path directory;

    /** What a handler is asked and what comes of it: event, data, action, and a text of the outcome. */
    private record Case(String event, EventData data, String action, String text) {}

    private static EventData tool(String name, Object... input) {
        return EventData.of(
                "tool_name",
                name,
                "tool_input",
                EventData.of((String) input[0], input[1], java.util.Arrays.copyOfRange(input, 2, input.length)));
    }

    private static final EventData BASH = tool("Bash", "command", "ls");
    private static final EventData WRITE = tool("Write", "file_path", "/srv/production/.env", "content", "x");

    private static List<Case> cases(String name) {
        return switch (name) {
            case "no_force" ->
                List.of(
                        new Case("tool:pre", tool("Bash", "command", "git push --force"), "deny", "never by force"),
                        new Case("tool:pre", BASH, "continue", ""));
            case "uppercase" -> List.of(new Case("tool:pre", BASH, "continue", "LS"));
            case "simple_hook",
                    "my_hook",
                    "logging_hook",
                    "audit_tool_usage",
                    "audit_hook",
                    "my_hook_handler",
                    "my_custom_hook",
                    "suggest_tool" -> List.of(new Case("tool:post", BASH, "continue", ""));
            case "enhanced_hook" -> List.of(new Case("tool:post", BASH, "inject_context", "feedback"));
            case "git_status_injector" -> List.of(new Case("session:start", BASH, "inject_context", "Git status:"));
            case "security_check", "validate_tool" ->
                List.of(
                        new Case("tool:pre", tool("dangerous_tool", "x", 1), "deny", "Tool"),
                        new Case("tool:pre", BASH, "continue", ""));
            case "security_hook" ->
                List.of(
                        new Case(
                                "tool:pre",
                                tool("Write", "file_path", "/etc/.ssh/id.key", "content", ""),
                                "deny",
                                "Access denied: /etc"),
                        new Case("tool:pre", tool("Write", "file_path", "/srv/a.txt", "content", ""), "continue", ""));
            case "security_validator" ->
                List.of(
                        new Case("tool:pre", tool("rm", "x", 1), "deny", "Tool rm blocked by security policy"),
                        new Case("tool:pre", BASH, "continue", "security_validated"));
            case "sanitize_hook" ->
                List.of(new Case(
                        "tool:pre",
                        tool("SendEmail", "body", "card 1234-1234-1234-1234"),
                        "continue",
                        "card [REDACTED]"));
            case "linter_hook", "linter_feedback" ->
                List.of(
                        new Case("tool:post", WRITE, "inject_context", "E501 too long"),
                        new Case("tool:post", BASH, "continue", ""));
            case "production_guard_hook", "production_protection_hook", "production_guard" ->
                List.of(new Case("tool:pre", WRITE, "ask_user", "production"));
            case "progress_hook" ->
                List.of(new Case(
                        "tool:post", BASH.with("files_processed", 3), "continue", "Processed 3 files successfully"));
            case "validation_handler" ->
                List.of(
                        new Case("tool:pre", EventData.of("x", 1), "deny", "Tool name required"),
                        new Case("tool:pre", BASH, "continue", ""));
            case "enrichment_handler" -> List.of(new Case("tool:pre", BASH, "continue", "2024-01-01T10:00:00Z"));
            case "session_logger" ->
                List.of(new Case(
                        "session:end",
                        EventData.of(
                                "session_id",
                                "s",
                                "duration_ms",
                                5,
                                "stats",
                                Map.of("total_messages", 1, "tool_invocations", 2)),
                        "continue",
                        ""));
            case "datetime_injector" ->
                List.of(new Case("prompt:submit", BASH, "inject_context", "Current date/time: 20"));
            case "bash_validator" ->
                List.of(
                        new Case("tool:pre", tool("Bash", "command", "rm -rf /"), "deny", "Dangerous command blocked"),
                        new Case("tool:pre", BASH, "continue", ""));
            case "session_completion" ->
                List.of(new Case(
                        "orchestrator:complete",
                        EventData.of("turn_count", 2, "duration_ms", 1500),
                        "continue",
                        "Session complete: 2 turns in 1.5s"));
            case "desktop_notifier" ->
                List.of(new Case(
                        "user:notification", EventData.of("notification_type", "x", "message", "y"), "continue", ""));
            default -> List.of();
        };
    }

    @Test
    void our_own_handlers_run_unmodified() throws Exception {
        List<EventData> all = extracted(Path.of("src/test/resources/handlers"));

        assertThat(all).extracting(it -> it.text("name")).containsExactly("no_force", "uppercase", "needs_more");
        assertThat(incomplete(all)).containsExactly("own.md needs_more [something_else]");
        run(all);
    }

    @Test
    void a_handler_may_be_registered_by_a_decorator() throws Exception {
        HookStage.write(directory.resolve("module.py"), """
                from amplifier_core.hooks import HookRegistry
                from amplifier_core.models import HookResult

                registry = HookRegistry()

                @registry.register(HookRegistry.TOOL_PRE)
                async def validate_tool(event: str, data: dict) -> HookResult:
                    return HookResult(action="deny", reason="Tool not allowed")

                def mount(coordinator, config):
                    coordinator.hooks = registry
                """);
        try (HookStage stage = HookStage.of(directory, """
                  - module: command
                    required: true
                    config: {command: [python3, %s], file: module.py, warm: true}
                """.formatted(CLIENT))) {
            assertThat(stage.bash("ls").reason()).isEqualTo("Tool not allowed");
        }
    }

    @Test
    void every_complete_handler_of_the_reference_documents_does_what_the_text_promises() throws Exception {
        assumeThat(REFERENCE).isDirectory();
        List<EventData> all = extracted(REFERENCE);

        assertThat(incomplete(all)).isEqualTo(INCOMPLETE);
        assertThat(all.stream()
                        .filter(it -> List.of().equals(it.get("missing")))
                        .map(it -> it.text("name"))
                        .filter(name -> cases(name).isEmpty()))
                .as("handlers that nothing is expected of")
                .isEmpty();
        run(all);
    }

    private static List<String> incomplete(List<EventData> all) {
        return new ArrayList<>(new TreeSet<>(all.stream()
                .filter(it -> !List.of().equals(it.get("missing")))
                .map(it -> it.text("document") + " " + it.text("name") + " " + it.get("missing"))
                .toList()));
    }

    private List<EventData> extracted(Path documents) throws Exception {
        Finished finished = Command.of(
                        List.of(
                                "python3",
                                Path.of("src/test/resources/handlers/extract.py")
                                        .toAbsolutePath()
                                        .toString(),
                                documents.toAbsolutePath().normalize().toString()),
                        directory)
                .mostOutput(10_000_000)
                .run();
        assertThat(finished.exitCode()).as(finished.output()).isZero();
        EventData list = EventDataJson.read("{\"all\":" + finished.output() + "}");
        List<EventData> all = new ArrayList<>();
        for (Object each : (List<?>) list.get("all")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            ((Map<?, ?>) each).forEach((key, value) -> fields.put((String) key, value));
            all.add(EventData.of(fields));
        }
        return all;
    }

    /** All handlers of one name and document are run in a worker of their own. */
    private void run(List<EventData> all) throws Exception {
        Path programs = Files.createDirectories(directory.resolve("bin"));
        program(programs.resolve("ruff"), "echo 'E501 too long' >&2; exit 1");
        program(programs.resolve("notify-send"), "exit 0");
        for (EventData handler : all) {
            if (List.of().equals(handler.get("missing"))) {
                String name = String.valueOf(handler.text("name"));
                for (Case asked : cases(name)) {
                    outcome(handler, name, asked, programs);
                }
            }
        }
    }

    private void outcome(EventData handler, String name, Case asked, Path programs) {
        HookStage.write(
                directory.resolve("module.py"),
                PRELUDE + handler.text("source") + """


                async def mount(coordinator, config):
                    coordinator.hooks.register("%s", %s, priority=10, name="%s")
                """.formatted(asked.event(), name, name));
        try (HookStage stage =
                HookStage.of(directory, """
                  - module: command
                    name: worker
                    required: true
                    config: {command: [env, "PATH=%s:%s", python3, %s], file: module.py, warm: true, events: ["%s"]}
                """.formatted(programs, System.getenv("PATH"), CLIENT, asked.event()))) {
            HookOutcome outcome = stage.emit(asked.event(), asked.data());
            String where = handler.text("document") + ":" + handler.get("line") + " " + name;

            assertThat(outcome.runs())
                    .as(where)
                    .allSatisfy(run -> assertThat(run.failure()).isNull());
            assertThat(outcome.action().literal()).as(where).isEqualTo(asked.action());
            assertThat(outcome.reason()
                            + outcome.injections()
                            + outcome.questions()
                            + outcome.messages()
                            + outcome.data())
                    .as(where)
                    .contains(asked.text());
        }
    }

    private static void program(Path file, String script) {
        HookStage.write(file, "#!/bin/sh\n" + script + "\n").toFile().setExecutable(true);
    }
}
