package dev.carabiner.providers;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.ToolSpec;
import java.util.List;
import java.util.Map;

/** Requests that tests send. */
final class Conversations {

    static final ModelRequest SHORT = new ModelRequest(List.of(Message.user("Hi")), List.of());

    /** Everything that a turn can hold, with a hook's words between two results. */
    static final ModelRequest LONG = new ModelRequest(
            List.of(
                    Message.system("Be terse."),
                    Message.system("Today is Monday."),
                    Message.user("Look around"),
                    Message.assistant(
                            "Looking.",
                            List.of(
                                    new ToolCall("c1", "Read", EventData.of("path", "a.txt")),
                                    new ToolCall("c2", "Bash", EventData.of("command", "ls", "timeout", 5)))),
                    Message.toolResult("c1", "one"),
                    Message.system("Lint is fine."),
                    Message.toolResult("c2", "").withMetadata(Map.of("is_error", true)),
                    Message.user("Go on")),
            List.of(
                    new ToolSpec("Read", "Reads a file", EventDataJson.read("""
                            {"type":"object","properties":{"path":{"type":"string","description":"Where"}},
                             "required":["path"],"additionalProperties":false}""")),
                    new ToolSpec("Edit", "Edits a file", EventDataJson.read("""
                            {"type":"object","properties":{
                               "mode":{"type":"string","enum":["once","all"]},
                               "count":{"type":"integer"},"share":{"type":"number"},"dry":{"type":"boolean"},
                               "edits":{"type":"array","items":{"type":"object",
                                 "properties":{"old":{"type":"string"},"new":{"type":"string"}},"required":["old","new"]}},
                               "limit":{"type":"integer","minimum":1}},
                             "required":["edits"]}"""))));

    private Conversations() {}
}
