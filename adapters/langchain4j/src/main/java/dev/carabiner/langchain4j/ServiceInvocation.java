package dev.carabiner.langchain4j;

import dev.carabiner.host.Delegation;
import dev.carabiner.host.Turn;
import dev.carabiner.host.TurnEnd;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One call of a service's method, which is one turn of its conversation. */
final class ServiceInvocation {

    private static final String ORCHESTRATOR = "langchain4j";

    private final Turn turn;
    private final UserMessage submitted;
    private final @Nullable Delegation delegation;
    private final Runnable afterwards;
    private volatile UserMessage settled;
    private volatile @Nullable String denial;
    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();
    private volatile String lastReply = "";

    /**
     * @param delegation what it works for, if it is a sub-agent
     * @param afterwards what is done when it has ended
     */
    ServiceInvocation(Turn turn, UserMessage submitted, @Nullable Delegation delegation, Runnable afterwards) {
        this.turn = turn;
        this.submitted = submitted;
        this.settled = submitted;
        this.delegation = delegation;
        this.afterwards = afterwards;
    }

    Turn turn() {
        return turn;
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
        return denial == null && settled == submitted;
    }

    /** Why the model is not to be asked; null if it is. */
    @Nullable
    String denial() {
        return denial;
    }

    void deny(String reason) {
        denial = reason;
        lastReply = reason;
    }

    void replied(String text) {
        lastReply = text;
    }

    void toolFailed(String name) {
        failure.compareAndSet(null, name);
    }

    /** The first tool that has failed since it was asked last; null for none. */
    @Nullable
    String takeFailure() {
        return failure.getAndSet(null);
    }

    String lastReply() {
        return lastReply;
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

    void end(boolean failed, String problem) {
        TurnEnd how = failed ? TurnEnd.ERROR : denial == null ? TurnEnd.SUCCESS : TurnEnd.DENIED;
        String answer = failed ? problem : lastReply;
        turn.end(how, answer, ORCHESTRATOR);
        if (delegation != null) {
            delegation.close(how, answer);
        }
        afterwards.run();
    }
}
