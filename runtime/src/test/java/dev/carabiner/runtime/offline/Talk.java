package dev.carabiner.runtime.offline;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A conversation with a provider, in which the test plays the tools and the hooks. */
final class Talk {

    static final List<String> ALL_TOOLS =
            List.of("Read", "Write", "Edit", "MultiEdit", "Bash", "Task", "TodoWrite", "Glob", "Grep");

    final List<Message> messages = new ArrayList<>();
    final List<ToolCall> calls = new ArrayList<>();
    private final Provider provider;
    private List<ToolSpec> tools = tools(ALL_TOOLS);

    Talk() {
        this(OfflineProvider.following(Duration.ZERO));
    }

    Talk(Provider provider) {
        this.provider = provider;
    }

    Talk withTools(String... names) {
        tools = tools(Arrays.asList(names));
        return this;
    }

    private static List<ToolSpec> tools(List<String> names) {
        return names.stream()
                .map(name -> new ToolSpec(name, "", EventData.empty()))
                .toList();
    }

    ModelRequest request() {
        return new ModelRequest(messages, tools);
    }

    ModelAnswer next() throws InterruptedException {
        ModelAnswer answer = provider.answer(request());
        messages.add(answer.message());
        calls.addAll(answer.toolCalls());
        return answer;
    }

    /** One prompt, with every call answered by the same function; gives the last words. */
    String turn(String prompt, Function<ToolCall, String> tool) throws InterruptedException {
        return turn(prompt, (call, talk) -> Message.toolResult(call.id(), tool.apply(call)));
    }

    String turn(String prompt, BiFunction<ToolCall, Talk, Message> tool) throws InterruptedException {
        messages.add(Message.user(prompt));
        for (int round = 0; round < 60; round++) {
            ModelAnswer answer = next();
            if (answer.toolCalls().isEmpty()) {
                return answer.text();
            }
            List<Message> injected = new ArrayList<>();
            for (ToolCall call : answer.toolCalls()) {
                int before = messages.size();
                Message result = tool.apply(call, this);
                while (messages.size() > before) {
                    injected.add(messages.removeLast());
                }
                messages.add(result);
            }
            messages.addAll(injected); // a hook's words come after the results
        }
        throw new AssertionError("it never came to an end: " + calls);
    }

    void inject(String text) {
        messages.add(Message.system(text).withMetadata(EventData.of("source", "hook", "hook_name", "guard")));
    }

    List<String> called() {
        return calls.stream().map(call -> call.name() + call.input()).toList();
    }
}
