package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.tools.mcp.McpToolset;
import dev.carabiner.adapter.scenario.WipeServer;
import dev.carabiner.hook.HookResult;
import io.modelcontextprotocol.client.transport.ServerParameters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools of a real MCP server, through the framework's own client. */
@Timeout(120)
class McpToolsTest extends EchoAgents {

    @TempDir
    Path temp;

    private String toldOfWiping() throws Exception {
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "wipe", Map.of("text", "x")));
        List<String> command = WipeServer.command(temp.resolve("calls"));
        try (McpToolset tools = new McpToolset(ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build())) {
            AdkRuns.ask(
                    LlmAgent.builder()
                            .name("assistant")
                            .model(model)
                            .tools(tools)
                            .build(),
                    "go",
                    plugin());
        }
        return told(model);
    }

    @Test
    void do_not_come_to_the_server_if_they_are_denied() throws Exception {
        denies("wipe");

        assertThat(toldOfWiping()).isEqualTo("Denied by hook: not here");
        assertThat(WipeServer.called(temp.resolve("calls"))).isEmpty();
    }

    @Test
    void come_to_the_server_with_the_input_that_was_permitted() throws Exception {
        policy.on(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                        .asMap()));

        assertThat(toldOfWiping()).contains("wiped checked");
        assertThat(WipeServer.called(temp.resolve("calls")))
                .extracting(it -> it.object("arguments").text("text"))
                .containsExactly("checked");
    }
}
