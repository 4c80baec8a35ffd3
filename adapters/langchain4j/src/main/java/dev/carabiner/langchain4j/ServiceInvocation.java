package dev.carabiner.langchain4j;

import dev.carabiner.host.PromptRun;
import dev.carabiner.host.Turn;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One call of a service's method, which is one turn of its conversation. */
final class ServiceInvocation {

    static final String ORCHESTRATOR = "langchain4j";

    private final PromptRun run;
    private final UserMessage submitted;
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile UserMessage settled;
    private volatile Supplier<List<String>> available = List::of;

    ServiceInvocation(PromptRun run, UserMessage submitted) {
        this.run = run;
        this.submitted = submitted;
        this.settled = submitted;
    }

    PromptRun run() {
        return run;
    }

    Turn turn() {
        return run.turn();
    }

    UserMessage submitted() {
        return submitted;
    }

    UserMessage settled() {
        return settled;
    }

    void settle(UserMessage prompt) {
        settled = prompt;
    }

    /** Whether hooks have left the prompt as it was. */
    @SuppressWarnings("ReferenceEquality") // another one is set only if the text is another
    boolean isAsSubmitted() {
        return run.denial() == null && settled == submitted;
    }

    void offers(Supplier<List<String>> tools) {
        available = tools;
    }

    /** The names of the tools that the model could choose from. */
    Supplier<List<String>> available() {
        return available;
    }

    void toolFailed(String name) {
        failure.compareAndSet(null, name);
    }

    /** The first tool that has failed since it was asked last; null for none. */
    @Nullable
    String takeFailure() {
        return failure.getAndSet(null);
    }

    /** The messages with the prompt as the hooks left it: the framework may still have the original. */
    List<ChatMessage> withSettledPrompt(List<ChatMessage> messages) {
        if (isAsSubmitted()) {
            return messages;
        }
        List<ChatMessage> changed = new ArrayList<>(messages);
        changed.replaceAll(it -> it.equals(submitted) ? settled : it);
        return changed;
    }
}
