package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolModule;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentCatalogTest {

    private record Model(String name) implements ProviderModule {
        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("model", ConfigType.TEXT);
        }

        @Override
        public Provider create(EventData settings, UnaryOperator<String> environment) {
            throw new UnsupportedOperationException("no test runs it");
        }
    }

    private record Tools(String name, String... tools) implements ToolModule {
        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("root", ConfigType.TEXT);
        }

        @Override
        public List<Tool> create(EventData settings, Workspace workspace) {
            if ("broken".equals(settings.get("root"))) {
                throw new IllegalArgumentException("no such root");
            }
            return Arrays.stream(tools)
                    .<Tool>map(tool -> new NamedTool(name, tool))
                    .toList();
        }
    }

    private record NamedTool(String module, String name) implements Tool {
        @Override
        public String description() {
            return "";
        }

        @Override
        public EventData inputSchema() {
            return EventData.empty();
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            throw new UnsupportedOperationException("no test runs it");
        }
    }

    @TempDir
    Path temp;

    private final AgentCatalog catalog = AgentCatalog.of(
            List.of(),
            List.of(new Model("provider-offline"), new Model("provider-other")),
            List.of(new Tools("tool-files", "Read", "Write"), new Tools("tool-shell", "Bash")));

    private Path write(String yaml) throws IOException {
        return Files.writeString(temp.resolve("bundle.yaml"), yaml);
    }

    private List<String> problems(String yaml) throws IOException {
        return catalog.loader().check(write(yaml)).stream()
                .map(problem -> problem.toString().replace(temp + "/", ""))
                .toList();
    }

    @Nested
    class A_bundle {

        @Test
        void without_a_provider_runs_offline() throws IOException {
            Bundle bundle = catalog.loader().load(write("bundle: {name: small}\n"));

            assertThat(bundle.providers()).extracting(ModuleSpec::module).containsExactly("provider-offline");
        }

        @Test
        void without_any_provider_installed_is_refused() throws IOException {
            AgentCatalog none = AgentCatalog.of(List.of(), List.of(), List.of());

            assertThat(none.loader().check(write("bundle: {name: small}\n")))
                    .singleElement()
                    .asString()
                    .contains("names no provider");
        }

        @Test
        void may_give_an_agent_only_tools_that_it_has() throws IOException {
            assertThat(problems("bundle: {name: b}\ntools: [tool-files]\nagents:\n- {name: a, tools: [read]}\n"))
                    .containsExactly(
                            "bundle.yaml:4: the agent \"a\" has the tool \"read\", which no tool module of this bundle"
                                    + " brings; expected one of Read, Write; did you mean \"Read\"?");
            assertThat(problems("bundle: {name: b}\nagents: [{name: a, tools: [Read]}]\n"))
                    .containsExactly(
                            "bundle.yaml:2: the agent \"a\" has the tool \"Read\", which no tool module of this bundle"
                                    + " brings; expected a tool module under tools");
        }

        @Test
        void with_a_tool_module_that_cannot_be_made_is_told_where_it_stands() throws IOException {
            assertThat(problems("""
                    bundle: {name: b}
                    tools:
                      - {module: tool-files, config: {root: broken}}
                      - tool-shell
                    agents: [{name: a, tools: [Bash]}]
                    """))
                    .containsExactly(
                            "bundle.yaml:3: the tool module tool-files cannot be used with these settings: no such root");
        }

        @Test
        void that_delegates_needs_agents() throws IOException {
            assertThat(problems("bundle: {name: b}\ntools: [tool-task]\n"))
                    .containsExactly(
                            "bundle.yaml:2: tool-task delegates to agents, and there are none; expected one under agents");
        }

        @Test
        void with_settings_that_no_context_can_have_is_refused_before_anything_runs() throws IOException {
            assertThat(
                            problems(
                                    "bundle: {name: b}\nsession:\n  context: {module: context-simple, config: {max_tokens: 1}}\n"))
                    .singleElement()
                    .asString()
                    .startsWith("bundle.yaml:3: the context cannot be used: ")
                    .contains("max_tokens");
        }
    }

    @Nested
    class A_tool {

        private final AgentCatalog shells = AgentCatalog.of(
                List.of(),
                List.of(new Model("provider-offline")),
                List.of(new Tools("tool-shell", "Bash", "Kill"), new Tools("tool-other", "Bash")));

        private List<String> modulesOf(Path file) throws IOException {
            Bundle bundle = shells.loader().load(file);
            return new BundleModules(bundle, shells)
                    .tools(Workspace.at(temp)).stream()
                            .map(tool -> ((NamedTool) tool).module() + "/" + tool.name())
                            .toList();
        }

        @Test
        void of_a_later_file_beats_one_of_its_name_that_is_included() throws IOException {
            Files.writeString(temp.resolve("base.yaml"), "tools: [tool-shell]\n");

            assertThat(modulesOf(write("bundle: {name: b}\nincludes: [base.yaml]\ntools: [tool-other]\n")))
                    .containsExactly("tool-shell/Kill", "tool-other/Bash");
        }

        @Test
        void of_the_same_file_beats_no_other() throws IOException {
            assertThat(modulesOf(write("bundle: {name: b}\ntools: [tool-shell, tool-other]\n")))
                    .containsExactly("tool-shell/Bash", "tool-shell/Kill", "tool-other/Bash");
        }
    }

    @Nested
    class A_name {

        @Test
        void of_the_tool_that_delegates_is_taken() {
            assertThatThrownBy(() -> AgentCatalog.of(List.of(), List.of(), List.of(new Tools("tool-task", "Task"))))
                    .hasMessageContaining("tool-task, which is taken");
        }

        @Test
        void may_be_a_providers_and_a_tools() {
            AgentCatalog both = AgentCatalog.of(List.of(), List.of(new Model("same")), List.of(new Tools("same")));

            assertThat(both.provider("same")).isNotNull();
            assertThat(both.tool("same")).isNotNull();
        }
    }
}
