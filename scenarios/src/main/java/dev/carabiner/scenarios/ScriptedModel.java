package dev.carabiner.scenarios;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.scenarios.Scenario.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A model that says what the file says, in order, and looks at what it is sent before. */
final class ScriptedModel implements Provider {

    private final Deque<Scenario.Step> steps;
    private final Supplier<List<String>> injectedBy;
    private final List<Mismatch> mismatches;
    private int calls;

    /**
     * @param steps what is left of the conversation; users' words are taken out by the caller
     * @param injectedBy the names of the hooks that have injected something since it was last asked
     */
    ScriptedModel(Deque<Scenario.Step> steps, Supplier<List<String>> injectedBy, List<Mismatch> mismatches) {
        this.steps = new ArrayDeque<>(steps);
        this.injectedBy = injectedBy;
        this.mismatches = mismatches;
    }

    /** The text of the next user, or null if none comes. What the model should have said before is a mismatch. */
    @Nullable
    String nextUser() {
        while (!steps.isEmpty()) {
            Scenario.Step step = steps.remove();
            if (step instanceof Scenario.UserStep user) {
                return user.text();
            }
            mismatches.add(new Mismatch(
                    "conversation, line " + step.at().line(), "the model to be asked for it", "the turn ended before"));
        }
        return null;
    }

    @Override
    public String name() {
        return "scenario";
    }

    @Override
    public String model() {
        return "scripted";
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        List<String> authors = injectedBy.get();
        while (steps.peek() instanceof Scenario.ExpectStep expect) {
            steps.remove();
            List<Mismatch> own = new ArrayList<>();
            expect.expected().check("", actual(request, authors), own);
            own.forEach(it -> mismatches.add(new Mismatch(
                    "line " + expect.at().line() + (it.path().isEmpty() ? "" : ", " + it.path()),
                    it.expected(),
                    it.was(),
                    it.fix())));
        }
        if (steps.peek() instanceof Scenario.ModelStep model) {
            steps.remove();
            return answer(model);
        }
        mismatches.add(new Mismatch("conversation", "no further request to the model", "one more"));
        return new ModelAnswer("", List.of(), Usage.NONE, "end");
    }

    private ModelAnswer answer(Scenario.ModelStep model) {
        List<ToolCall> made = new ArrayList<>();
        for (Operation operation : model.calls()) {
            EventData input = Objects.requireNonNullElse(operation.data().object("tool_input"), EventData.empty());
            made.add(new ToolCall(
                    "call-" + ++calls, String.valueOf(operation.data().text("tool_name")), input));
        }
        return new ModelAnswer(model.text(), made, Usage.NONE, made.isEmpty() ? "end" : "tool_use");
    }

    private static Map<String, @Nullable Object> actual(ModelRequest request, List<String> authors) {
        Map<String, @Nullable Object> sent = new LinkedHashMap<>();
        List<Message> messages = request.messages();
        sent.put(
                "last_tool_result",
                messages.stream()
                        .filter(Message::isToolResult)
                        .reduce((first, second) -> second)
                        .map(Message::text)
                        .orElse(""));
        sent.put("last_message", messages.isEmpty() ? "" : messages.getLast().text());
        sent.put("text", messages.stream().map(Message::text).collect(Collectors.joining("\n")));
        Map<String, @Nullable Object> actual = new LinkedHashMap<>();
        actual.put("request", sent);
        actual.put("injected_by", authors.size() == 1 ? authors.getFirst() : authors);
        return actual;
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) {
        ModelAnswer answer = answer(request);
        if (!answer.text().isEmpty()) {
            pieces.start(0, "text");
            pieces.delta(0, answer.text());
            pieces.end(0, "text", answer.text());
        }
        return answer;
    }
}
