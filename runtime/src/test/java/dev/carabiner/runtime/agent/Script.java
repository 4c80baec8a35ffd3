package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.Usage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/** A model that says what the test wants it to say, and remembers what it was sent. */
final class Script implements Provider {

    /** One answer, or the failure to give one. */
    interface Line {
        ModelAnswer say(ModelRequest request) throws InterruptedException;
    }

    private final Deque<Line> lines = new ArrayDeque<>();
    private final List<ModelRequest> requests = Collections.synchronizedList(new ArrayList<>());
    private boolean closed;
    private String between = "(?<= )";

    static Script of(Line... lines) {
        Script script = new Script();
        script.lines.addAll(Arrays.asList(lines));
        return script;
    }

    /** Streamed in pieces of one letter instead of words. */
    Script letterByLetter() {
        between = "";
        return this;
    }

    static Line text(String text) {
        return request -> new ModelAnswer(text, List.of(), new Usage(10, 5), "stop");
    }

    static Line calls(ToolCall... calls) {
        return request -> new ModelAnswer("", List.of(calls), new Usage(10, 5), "tool_use");
    }

    static ToolCall call(String id, String tool, Object... input) {
        EventData data = input.length == 0
                ? EventData.empty()
                : EventData.of((String) input[0], input[1], Arrays.copyOfRange(input, 2, input.length));
        return new ToolCall(id, tool, data);
    }

    List<ModelRequest> requests() {
        return requests;
    }

    /** The texts of a request's messages, in order. */
    List<String> sent(int request) {
        return requests.get(request).messages().stream().map(Message::text).toList();
    }

    boolean closed() {
        return closed;
    }

    @Override
    public String name() {
        return "provider-script";
    }

    @Override
    public String model() {
        return "script-1";
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws InterruptedException {
        requests.add(request);
        Line next;
        synchronized (lines) {
            next = lines.isEmpty() ? text("done") : lines.pop();
        }
        return next.say(request);
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException {
        ModelAnswer answer = answer(request);
        pieces.start(0, "text");
        for (String word : answer.text().split(between)) {
            pieces.delta(0, word);
        }
        pieces.end(0, "text", answer.text());
        return answer;
    }

    @Override
    public void close() {
        closed = true;
    }
}
