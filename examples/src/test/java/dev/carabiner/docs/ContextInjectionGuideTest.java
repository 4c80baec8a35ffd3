package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Every snippet of docs/context-injection.md, run. */
class ContextInjectionGuideTest {

    private final HookRegistry hooks = new HookRegistry();
    private final InMemoryContextManager context = new InMemoryContextManager();
    private final List<String> shown = new ArrayList<>();

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .hooks(hooks)
                .context(context)
                .display(message -> shown.add(message.text()))
                .build();
    }

    /** Writes a file as a loop would: the call, the hooks, the result. */
    private void writeFile(SessionCoordinator session, String path) {
        context.add(Message.toolCall("1", "Write", Map.of("file_path", path)));
        session.emit(
                "tool:post",
                Map.of(
                        "tool_name", "Write",
                        "tool_input", Map.of("file_path", path),
                        "tool_result", Map.of("success", true, "output", "written")));
        context.add(Message.toolResult("1", "written"));
    }

    private List<String> texts() {
        return context.messages().stream().map(Message::text).toList();
    }

    @Test
    void feedback_that_stays() {
        // snippet: inject-feedback
        hooks.on(
                Events.TOOL_POST,
                HookOptions.forEvent("tool:post").name("linter"),
                (call, data) -> "config.py".equals(call.toolInput().text("file_path"))
                        ? HookResult.inject("config.py:42: line too long; break it after the comma")
                                .userMessage("The linter found 1 problem", Level.WARNING)
                        : null);
        // end
        writeFile(session(), "config.py");

        assertThat(texts()).containsExactly("", "written", "config.py:42: line too long; break it after the comma");
        assertThat(shown).containsExactly("The linter found 1 problem");
        assertThat(context.messages().getLast().role()).isEqualTo(Role.SYSTEM);
        assertThat(context.messages().getLast().metadata())
                .containsEntry("source", "hook")
                .containsEntry("hook_name", "linter")
                .containsEntry("event", "tool:post");
    }

    @Test
    void a_reminder_for_one_request() {
        // snippet: inject-ephemeral
        hooks.register(
                "provider:request",
                0,
                "todos",
                (event, data) -> HookResult.inject("Still open: write the tests")
                        .ephemeral()
                        .appendToLastToolResult());
        // end
        SessionCoordinator session = session();
        writeFile(session, "Main.java");
        session.emit("provider:request", Map.of("provider", "p", "model", "m", "messages", List.of()));

        assertThat(context.forNextRequest()).last().extracting(Message::text).isEqualTo("""
                written

                Still open: write the tests""");
        assertThat(texts()).as("what is kept").containsExactly("", "written");
    }

    @Test
    void what_a_file_says_is_quoted_and_not_given_the_systems_voice() {
        // snippet: inject-untrusted
        hooks.register(
                "prompt:submit",
                0,
                "notes",
                (event, data) -> HookResult.inject("The file NOTES.md, written by others, says:\n" + readNotes())
                        .role(Role.USER)
                        .ephemeral());
        // end
        session().emit("prompt:submit", Map.of("prompt", "go on"));

        assertThat(context.forNextRequest()).singleElement().satisfies(message -> {
            assertThat(message.role()).isEqualTo(Role.USER);
            assertThat(message.text()).endsWith("says:\nBuy milk.");
        });
    }

    private static String readNotes() {
        return "Buy milk.";
    }

    @Test
    void two_hooks_share_a_message() {
        hooks.register("tool:post", 0, "linter", (event, data) -> HookResult.inject("Main.java:7: unused import"));
        hooks.register("tool:post", 0, "types", (event, data) -> HookResult.inject("Main.java:9: int, not String"));
        writeFile(session(), "Main.java");

        assertThat(texts().getLast()).isEqualTo("""
                Hook feedback:

                From linter (26 bytes):
                Main.java:7: unused import

                From types (28 bytes):
                Main.java:9: int, not String""");
        assertThat(context.messages().getLast().metadata()).containsEntry("hook_name", "linter,types");
    }

    @Test
    void limits_of_a_session() {
        // snippet: inject-limits
        SessionCoordinator session = SessionCoordinator.builder()
                .hooks(hooks)
                .context(context)
                .injectionSizeLimit(2_048) // bytes of UTF-8, for each injection
                .injectionBudgetPerTurn(3_000) // tokens, for all injections of a turn
                .injectionBudgetWarning(500)
                .build();
        // end
        hooks.register("tool:pre", 0, "flood", (event, data) -> HookResult.inject("x".repeat(2_049)));
        hooks.register("tool:post", 0, "large", (event, data) -> HookResult.inject("x".repeat(2_048)));
        session.emit("tool:pre", Map.of());
        assertThat(context.messages()).as("2,049 bytes").isEmpty();

        for (int i = 0; i < 6; i++) {
            session.emit("tool:post", Map.of());
        }
        assertThat(context.messages())
                .as("512 tokens fit 5 times, and not a sixth time")
                .hasSize(5);

        session.startTurn();
        session.emit("tool:post", Map.of());
        assertThat(context.messages()).hasSize(6);
    }

    @Test
    void a_loop_that_ends() {
        // snippet: inject-loop
        Map<String, String> lastTold = new ConcurrentHashMap<>();
        hooks.on(Events.TOOL_POST, HookOptions.forEvent("tool:post").name("checks"), (call, data) -> {
            String file = call.toolInput().text("file_path");
            String findings = file == null ? "" : check(file);
            if (findings.isEmpty() || findings.equals(lastTold.put(file, findings))) {
                return null; // nothing to say, or said already: the model has had its chance
            }
            return HookResult.inject(findings);
        });
        // end
        SessionCoordinator session = session();
        for (int i = 0; i < 3; i++) {
            writeFile(session, "Main.java");
        }
        assertThat(texts())
                .filteredOn("Main.java:1: no newline at the end"::equals)
                .hasSize(1);
    }

    private static String check(String file) {
        return file + ":1: no newline at the end";
    }
}
