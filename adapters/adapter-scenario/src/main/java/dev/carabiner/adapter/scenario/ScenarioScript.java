package dev.carabiner.adapter.scenario;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What the model says, from the scenario's file. A framework's scripted model takes one answer for each request. */
public final class ScenarioScript {

    /** One answer of the model. */
    public record Answer(String text, List<ToolCall> calls) {}

    /** One prompt, and what the agent is to say in the end. */
    public record Prompt(String text, List<Answer> answers, String says) {}

    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final List<Prompt> prompts;

    private ScenarioScript(List<Prompt> prompts) {
        this.prompts = prompts;
        prompts.forEach(prompt -> answers.addAll(prompt.answers()));
    }

    static ScenarioScript of(String part) throws IOException {
        try (InputStream in = ScenarioScript.class.getResourceAsStream("scenario.json")) {
            EventData all = EventDataJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return new ScenarioScript(
                    list(all.get(part)).map(ScenarioScript::prompt).toList());
        }
    }

    List<Prompt> prompts() {
        return prompts;
    }

    /** The next answer. */
    public Answer next() {
        Answer next = answers.poll();
        if (next == null) {
            throw new AssertionError("The model was asked more often than the scenario has it");
        }
        return next;
    }

    private static java.util.stream.Stream<EventData> list(@Nullable Object value) {
        List<EventData> all = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(it -> all.add(object(it)));
        }
        return all.stream();
    }

    @SuppressWarnings("unchecked") // event data has text as its keys
    private static EventData object(@Nullable Object value) {
        return EventData.of((Map<String, ?>) value);
    }

    private static Prompt prompt(EventData data) {
        List<Answer> answers = list(data.get("answers"))
                .map(it -> new Answer(
                        it.text("text") == null ? "" : it.text("text"),
                        list(it.get("calls"))
                                .map(call -> new ToolCall(call.text("id"), call.text("name"), call.object("input")))
                                .toList()))
                .toList();
        return new Prompt(data.text("prompt"), answers, data.text("says"));
    }
}
