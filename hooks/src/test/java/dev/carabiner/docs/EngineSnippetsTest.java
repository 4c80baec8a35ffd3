package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/engine.md shows. */
@Timeout(60)
class EngineSnippetsTest {

    @TempDir
    Path directory;

    private static String run(String tool, EventData input) {
        return tool + " did " + input.text("command");
    }

    @Test
    void a_policy_guards_the_loop_of_another_agent() throws Exception {
        Path policy = Files.writeString(directory.resolve("policy.yaml"), """
                bundle: {name: guards, version: 1.0.0}
                hooks:
                  - module: shell-guard
                    required: true
                """);
        List<ToolCall> calls = List.of(
                new ToolCall("1", "Bash", EventData.of("command", "ls")),
                new ToolCall("2", "Bash", EventData.of("command", "rm -rf /")));
        List<String> results = new ArrayList<>();

        // snippet: engine-policy
        try (Engine engine = Engine.load(policy);
                EngineSession session = engine.begin("s-1", directory)) {
            for (ToolCall call : calls) { // what your agent's model asks for
                ToolAnswer answer = session.coordinator().call(call, input -> ToolResult.of(run(call.name(), input)));
                results.add(answer.text()); // what your agent's model is told
            }
        }
        // end

        assertThat(results).hasSize(2);
        assertThat(results.getFirst()).isEqualTo("Bash did ls");
        assertThat(results.getLast()).startsWith("Denied by hook: ");
    }
}
