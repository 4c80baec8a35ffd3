package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.process.Command;
import dev.carabiner.process.Environment;
import dev.carabiner.process.Finished;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call that no agent makes and that must be denied, sent through the very command that is registered. Its denial repeats a
 * word that only this call has, so that a denial for another reason does not pass for it.
 */
public final class WiringProbe {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private WiringProbe() {}

    static String word(EventData input) {
        return "carabiner canary " + input.get("nonce");
    }

    /**
     * Sends one and waits for the answer.
     *
     * @param guard the file that is installed
     * @return what is wrong, for people; null if it was denied as it must be
     */
    public static @Nullable String problem(Path guard, GuardedAgent agent, Path directory) {
        return problem(List.of(guard.toString(), agent.name()), agent, directory);
    }

    /** The same through the words of the command that is registered. */
    public static @Nullable String problem(List<String> registered, GuardedAgent agent, Path directory) {
        String nonce = UUID.randomUUID().toString();
        try {
            Finished finished = Command.of(registered, directory)
                    .environment(Environment.basic())
                    .limit(LIMIT)
                    .input(EventDataJson.write(payload(agent, directory, nonce)))
                    .mostOutput(1 << 20)
                    .runApart();
            if (finished.ending() != Finished.Ending.EXITED) {
                return "it did not answer within " + LIMIT.toSeconds() + " s";
            }
            String said = finished.output() + finished.errors();
            return said.contains(word(EventData.of("nonce", nonce)))
                    ? null
                    : "it answered: " + said.strip().replaceAll("\\s+", " ");
        } catch (IOException e) {
            return "it cannot be run: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }

    private static EventData payload(GuardedAgent agent, Path directory, String nonce) {
        EventRow row = agent.dialect().eventsFor("tool:pre").stream()
                .filter(it -> it.tools().isEmpty())
                .findFirst()
                .orElseThrow();
        Map<String, Object> input = Map.of("nonce", nonce);
        EventData data = EventData.of("tool_name", HookService.CANARY, "tool_input", input, "tool_call_id", "canary");
        EventData payload = Payload.of(
                agent.dialect(),
                row,
                new Occasion(data, "canary", directory, directory, directory.resolve("transcript"), Instant.now()));
        return agent.name().equals("windsurf")
                ? payload.with(
                        "tool_info",
                        Map.of(
                                "mcp_server_name",
                                "carabiner",
                                "mcp_tool_name",
                                HookService.CANARY,
                                "mcp_tool_arguments",
                                input))
                : payload;
    }
}
