package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/agents.md shows. */
@Timeout(60)
class AgentSnippetsTest {

    @TempDir
    Path directory;

    private Path bundle() throws Exception {
        return Files.writeString(directory.resolve("bundle.yaml"), """
                bundle:
                  name: notes
                  version: 1.0.0
                session:
                  orchestrator: loop-basic
                providers:
                  - module: provider-offline
                tools:
                  - module: tool-filesystem
                """);
    }

    @Test
    void a_session_runs_prompts_and_can_be_resumed() throws Exception {
        Path file = bundle();
        Path project = Files.createDirectories(directory.resolve("project"));

        // snippet: agent-session
        HookRegistry hooks = new HookRegistry();
        hooks.on("tool:pre", (event, data) -> HookResult.ask("Let it " + data.text("tool_name") + "?"));

        SessionStore store = SessionStore.at(directory.resolve("sessions"));
        String id;
        try (Session session = Session.builder()
                .bundle(AgentCatalog.installed().loader().load(file))
                .hooks(hooks)
                .approvals(ApprovalSystem.answering("Allow")) // a terminal or a web page, in real life
                .store(store)
                .workingDirectory(project)
                .start()) {
            id = session.id();
            TurnResult turn = session.prompt("write hello.txt: Hello");
            System.out.println(turn.answer());
        }

        try (Session session = Session.builder()
                .bundle(AgentCatalog.installed().loader().load(file))
                .store(store)
                .workingDirectory(project)
                .resume(id)) {
            session.prompt("read hello.txt");
        }
        // end

        assertThat(project.resolve("hello.txt")).content().startsWith("Hello");
        assertThat(store.messages(id)).hasSizeGreaterThan(4);
    }

    @Test
    void a_tool_of_ones_own_is_offered_to_the_model() throws Exception {
        try (Session session = Session.builder()
                .bundle(AgentCatalog.installed().loader().load(bundle()))
                .tool(new WeatherTool("degrees"))
                .workingDirectory(directory)
                .start()) {
            assertThat(session.toolNames()).contains("Weather", "Read");
        }
    }
}
