package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.adapter.scenario.WipeServer;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.mcp.McpToolProvider;
import dev.langchain4j.mcp.client.DefaultMcpClient;
import dev.langchain4j.mcp.client.McpClient;
import dev.langchain4j.mcp.client.transport.stdio.StdioMcpTransport;
import dev.langchain4j.service.AiServices;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools of a real MCP server, through the framework's own client. */
@Timeout(120)
class McpToolsTest {

    interface Assistant {
        String ask(String prompt);
    }

    @TempDir
    Path temp;

    private final TestPolicy policy = new TestPolicy();
    private final ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

    private String told() throws Exception {
        try (McpClient client = DefaultMcpClient.builder()
                .transport(StdioMcpTransport.builder()
                        .command(WipeServer.command(temp.resolve("calls")))
                        .build())
                .build()) {
            AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                    .chatModel(model)
                    .toolProvider(McpToolProvider.builder().mcpClients(client).build())
                    .build()
                    .ask("go");
        }
        return ((ToolExecutionResultMessage) model.sent(2).getLast()).text();
    }

    @Test
    void do_not_come_to_the_server_if_they_are_denied() throws Exception {
        policy.on("tool:pre", (event, data) -> HookResult.deny("not here"));

        assertThat(told()).isEqualTo("Denied by hook: not here");
        assertThat(WipeServer.called(temp.resolve("calls"))).isEmpty();
    }

    @Test
    void come_to_the_server_with_the_input_that_was_permitted() throws Exception {
        policy.on(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                        .asMap()));

        assertThat(told()).isEqualTo("wiped checked");
        assertThat(WipeServer.called(temp.resolve("calls")))
                .extracting(it -> it.object("arguments").text("text"))
                .containsExactly("checked");
    }
}
