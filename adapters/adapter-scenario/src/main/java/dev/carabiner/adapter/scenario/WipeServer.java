package dev.carabiner.adapter.scenario;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * An MCP server with one tool, {@code wipe}, as a program on its standard streams. It keeps what the tool was called with in
 * a file, one line of JSON for each call, and ends with its input.
 */
public final class WipeServer {

    private final Path calls;

    private WipeServer(Path calls) {
        this.calls = calls;
    }

    /** The command that starts it. */
    public static List<String> command(Path calls) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                WipeServer.class.getName(),
                calls.toString());
    }

    /** What the tool was called with, as the server got it. */
    public static List<EventData> called(Path calls) throws IOException {
        return Files.exists(calls)
                ? Files.readAllLines(calls).stream().map(EventDataJson::read).toList()
                : List.of();
    }

    /** The program. Its argument is the file. */
    public static void main(String[] args) throws IOException {
        WipeServer server = new WipeServer(Path.of(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            EventData message = EventDataJson.read(line);
            if (message.get("id") != null) {
                EventData result = server.result(String.valueOf(message.text("method")), message.object("params"));
                System.out.println(
                        EventDataJson.write(EventData.of("jsonrpc", "2.0", "id", message.get("id"), "result", result)));
            }
        }
    }

    private EventData result(String method, EventData params) throws IOException {
        return switch (method) {
            case "initialize" ->
                EventData.of(
                        "protocolVersion",
                        params.get("protocolVersion"),
                        "capabilities",
                        EventData.of("tools", EventData.empty()),
                        "serverInfo",
                        EventData.of("name", "wiping", "version", "1"));
            case "tools/list" -> EventData.of("tools", List.of(tool()));
            case "tools/call" -> wipe(params);
            default -> EventData.empty();
        };
    }

    private static EventData tool() {
        return EventData.of(
                "name",
                "wipe",
                "description",
                "wipes",
                "inputSchema",
                EventData.of("type", "object", "properties", EventData.of("text", EventData.of("type", "string"))));
    }

    private EventData wipe(EventData params) throws IOException {
        Files.writeString(
                calls, EventDataJson.write(params) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        String text = "wiped " + params.object("arguments").text("text");
        return EventData.of("content", List.of(EventData.of("type", "text", "text", text)), "isError", false);
    }
}
