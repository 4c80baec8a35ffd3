package dev.carabiner.bridge.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a hook of each agent is told at each event, kept in files to be compared with the agents' documentation. Run with
 * {@code -Dcarabiner.snippets=write} to write them anew.
 */
class GoldenPayloadsTest {

    private static final Path FILES = Path.of("src", "test", "resources", "golden");

    private static Stream<String> dialects() {
        return Dialects.all().stream().map(Dialect::name);
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void each_event_has_its_documented_payload(String name) throws Exception {
        Dialect dialect = Dialects.named(name);
        List<String> lines = new ArrayList<>();
        for (EventRow row : dialect.events()) {
            for (EventData data : occasions(row)) {
                Occasion occasion = new Occasion(
                        data,
                        "s-1",
                        Path.of("/project/sub"),
                        Path.of("/project"),
                        Path.of("/transcript.jsonl"),
                        Instant.EPOCH);
                lines.add(EventDataJson.write(EventData.of(
                        "there", row.theirs(), "here", row.ours(), "payload", Payload.of(dialect, row, occasion))));
            }
        }
        Path file = FILES.resolve(name + ".jsonl");
        if ("write".equals(System.getProperty("carabiner.snippets"))) {
            Files.createDirectories(FILES);
            Files.writeString(file, String.join("\n", lines) + "\n");
        }
        assertThat(Files.readAllLines(file))
                .as("to be updated with -Dcarabiner.snippets=write")
                .isEqualTo(lines);
    }

    private static List<EventData> occasions(EventRow row) {
        EventData extra = EventData.of("unknown", Map.of("survives", true));
        List<EventData> all = switch (row.ours()) {
            case "tool:pre", "approval:required" -> tools();
            case "tool:post" ->
                tools().stream()
                        .map(it -> it.with(
                                        "tool_result",
                                        Map.of("success", row.when() != EventRow.When.FAILED, "output", "the output"))
                                .with("duration_ms", 5))
                        .toList();
            case "error:tool" ->
                tools().stream()
                        .map(it -> it.with("error", Map.of("type", "IOException", "message", "broken")))
                        .toList();
            case "prompt:submit" -> List.of(EventData.of("prompt", "do it"));
            case "execution:complete" -> List.of(EventData.of("response", "done", "status", "completed"));
            case "user:notification" ->
                List.of(EventData.of("message", "look", "notification_type", "approval_required"));
            case "agent:spawn" -> List.of(EventData.of("agent_name", "helper", "task", "look", "session_id", "s-2"));
            case "agent:complete" ->
                List.of(EventData.of(
                        "agent_name", "helper", "result", "found", "session_id", "s-2", "status", "completed"));
            case "session:end" -> List.of(EventData.of("reason", "complete", "duration_ms", 9));
            default -> List.of(EventData.empty());
        };
        return all.stream()
                .filter(it -> row.isFor(String.valueOf(it.get("tool_name"))))
                .map(it -> it.overlaidWith(extra))
                .toList();
    }

    private static List<EventData> tools() {
        return Stream.of(
                        tool("Bash", EventData.of("command", "ls -la", "description", "List")),
                        tool("Write", EventData.of("file_path", "a.txt", "content", "x\ny\n")),
                        tool("Edit", EventData.of("file_path", "/abs/a.txt", "old_string", "x", "new_string", "z")),
                        tool("Read", EventData.of("file_path", "a.txt")),
                        tool("mcp__server__tool", EventData.of("key", "value")))
                .toList();
    }

    private static EventData tool(String name, EventData input) {
        return EventData.of("tool_name", name, "tool_input", input, "tool_call_id", "c-1");
    }
}
