package dev.carabiner.springai;

import static dev.carabiner.springai.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.adapter.scenario.WipeServer;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;

/** Tools of a real MCP server, through the framework's own client. */
@Timeout(120)
class McpToolsTest {

    @TempDir
    Path temp;

    private final TestPolicy policy = new TestPolicy();
    private final ScriptedModel model = ScriptedModel.of(calls("1", "wipe", "{\"text\": \"x\"}"));

    private String told() {
        List<String> command = WipeServer.command(temp.resolve("calls"));
        ServerParameters parameters = ServerParameters.builder(command.getFirst())
                .args(command.subList(1, command.size()))
                .build();
        try (McpSyncClient client = McpClient.sync(new StdioClientTransport(parameters, McpJsonDefaults.getMapper()))
                .build()) {
            client.initialize();
            ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.under(policy.engine()))
                    .defaultTools(SyncMcpToolCallbackProvider.builder()
                            .mcpClients(List.of(client))
                            .build())
                    .build()
                    .prompt("go")
                    .toolContext(Map.of("tenant", "a"))
                    .call()
                    .content();
        }
        return ((ToolResponseMessage) model.sent(2).getLast())
                .getResponses()
                .getFirst()
                .responseData();
    }

    @Test
    void do_not_come_to_the_server_if_they_are_denied() throws Exception {
        policy.on("tool:pre", (event, data) -> HookResult.deny("not here"));

        assertThat(told()).isEqualTo("Denied by hook: not here");
        assertThat(WipeServer.called(temp.resolve("calls"))).isEmpty();
    }

    /** The framework sends the tool context on to the server: the application's is in it, and the session is not. */
    @Test
    void come_to_the_server_with_the_input_that_was_permitted_and_without_the_session() throws Exception {
        policy.on(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                        .asMap()));

        assertThat(told()).contains("wiped checked");
        List<EventData> calls = WipeServer.called(temp.resolve("calls"));
        assertThat(calls).extracting(it -> it.object("arguments").text("text")).containsExactly("checked");
        assertThat(calls.getFirst().object("_meta").asMap()).containsExactly(Map.entry("tenant", "a"));
    }
}
