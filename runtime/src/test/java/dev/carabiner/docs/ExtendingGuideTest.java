package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.offline.OfflineProviderModule;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.SessionCoordinator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/extending.md shows of tools and providers, in an agent. */
@Timeout(60)
class ExtendingGuideTest {

    private static final AgentCatalog CATALOG = AgentCatalog.of(
            List.of(), List.of(new EchoProviderModule(), new OfflineProviderModule()), List.of(new WeatherModule()));

    @TempDir
    Path directory;

    private Session session(String modules) throws Exception {
        Path file = Files.writeString(directory.resolve("bundle.yaml"), """
                bundle:
                  name: extended
                  version: 1.0.0
                """ + modules);
        return Session.builder()
                .catalog(CATALOG)
                .bundle(CATALOG.loader().load(file))
                .workingDirectory(directory)
                .start();
    }

    @Test
    void a_bundle_names_a_provider_with_its_settings() throws Exception {
        for (String orchestrator : List.of("loop-basic", "loop-streaming")) {
            try (Session session = session("""
                    session:
                      orchestrator: %s
                    providers:
                      - module: provider-echo
                        config: {model: echo-2}
                    """.formatted(orchestrator))) {
                assertThat(session.prompt("hello").answer()).isEqualTo("You said: hello");
            }
        }
    }

    @Test
    void a_bundle_names_a_tool_with_its_settings() throws Exception {
        try (Session session = session("""
                providers:
                  - module: provider-offline
                tools:
                  - module: tool-weather
                    config: {unit: Celsius}
                """)) {
            assertThat(session.toolNames()).containsExactly("Weather");
        }
    }

    @Test
    void the_tool_answers() throws Exception {
        Tool tool = new WeatherModule()
                .create(EventData.of("unit", "Celsius"), Workspace.at(directory))
                .getFirst();
        SessionCoordinator session = SessionCoordinator.builder().build();

        assertThat(tool.run(EventData.of("city", "Oslo"), new ToolRun(session)).output())
                .isEqualTo("21 Celsius and sunny in Oslo");
    }
}
