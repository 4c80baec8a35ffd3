package dev.carabiner.host;

import dev.carabiner.context.Message;
import dev.carabiner.host.Passage.Granted;
import dev.carabiner.host.Passage.Refused;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one prompt: its turn, the sub-agent's delegation that it works for, and in the end the last answer, or
 * the reason why there is none. What an adapter keeps for a prompt stands on it. Any thread may use it.
 */
public final class PromptRun {

    private final Turn turn;
    private final @Nullable Delegation delegation;
    private final String orchestrator;
    private final Runnable afterwards;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable String denial;
    private volatile String lastReply = "";

    private PromptRun(Turn turn, @Nullable Delegation delegation, String orchestrator, Runnable afterwards) {
        this.turn = turn;
        this.delegation = delegation;
        this.orchestrator = orchestrator;
        this.afterwards = afterwards;
    }

    /**
     * A prompt of the conversation itself.
     *
     * @param turn the conversation's, for this prompt
     * @param orchestrator the framework's name, for the events
     * @param afterwards runs when it has ended
     */
    public static PromptRun in(Turn turn, String orchestrator, Runnable afterwards) {
        return new PromptRun(turn, null, orchestrator, afterwards);
    }

    /**
     * A task that is delegated to a sub-agent, in a child session.
     *
     * @throws DelegationDeniedException if a hook would not have that
     */
    public static PromptRun delegated(Conversation parent, String agent, String task, String orchestrator) {
        return delegated(parent, agent, task, orchestrator, () -> {});
    }

    /** The same where the delegating conversation has no turn of its own, such as that of a system of agents. */
    public static PromptRun delegated(
            Conversations conversations, String parentId, String agent, String task, String orchestrator) {
        Conversation parent = conversations.occupied(parentId);
        try {
            return delegated(parent, agent, task, orchestrator, parent::turnEnded);
        } catch (RuntimeException e) {
            parent.turnEnded();
            throw e;
        }
    }

    private static PromptRun delegated(
            Conversation parent, String agent, String task, String orchestrator, Runnable afterwards) {
        return switch (parent.delegate(agent, task)) {
            case Granted<Delegation>(Delegation begun) ->
                new PromptRun(begun.conversation().turn(), begun, orchestrator, afterwards);
            case Refused<Delegation>(String reason) -> throw new DelegationDeniedException(reason);
        };
    }

    /** Where the adapter tells what happens. */
    public Turn turn() {
        return turn;
    }

    /** Why the model is not to be asked, or its answer not to be seen; null if nothing was denied. */
    public @Nullable String denial() {
        return denial;
    }

    /** Makes the reason the answer. */
    public void deny(String reason) {
        denial = reason;
        lastReply = reason;
    }

    /** The model's last answer, or the reason why there is none. */
    public String lastReply() {
        return lastReply;
    }

    /** What is to be sent, see {@link Turn#request}; null if nothing is, and then {@link #denial()} is the answer. */
    public <F> @Nullable List<F> request(ModelName model, List<F> messages, List<String> tools, MessageForm<F> form) {
        return switch (turn.request(model, messages, tools, form)) {
            case Granted<List<F>>(List<F> settled) -> settled;
            case Refused<List<F>>(String reason) -> {
                deny(reason);
                yield null;
            }
        };
    }

    /**
     * Emits {@code provider:response} if anything could come of it, and keeps the answer.
     *
     * @param text the answer's text
     * @param reply the whole answer; called only if it is looked at
     * @param asked when the model was asked, in {@link System#nanoTime}
     * @return whether the answer may be seen; if not, {@link #denial()} says why
     */
    public boolean replied(ModelName model, String text, Supplier<ModelReply> reply, long asked) {
        if (turn.looksAtResponses()) {
            Duration took = Duration.ofNanos(System.nanoTime() - asked);
            if (turn.response(model, reply.get(), took) instanceof Refused<ModelReply>(String reason)) {
                deny(reason);
                return false;
            }
        }
        turn.conversation().tally().message();
        lastReply = text;
        return true;
    }

    /**
     * Whether the hooks send the agent on after this answer, see {@link Turn#isSentOn}.
     *
     * @param answered the last message of the request, as hooks are shown it; called only if they do
     * @param text what the model said
     */
    public boolean isSentOn(Supplier<Message> answered, String text) {
        return denial == null && turn.isSentOn(answered, text);
    }

    /** Ends the turn with the last answer, or as denied. Only the first end counts. */
    public void end() {
        end(denial == null ? TurnEnd.SUCCESS : TurnEnd.DENIED, lastReply);
    }

    /** Ends the turn with an error. */
    public void failed(String problem) {
        end(TurnEnd.ERROR, problem);
    }

    private void end(TurnEnd how, String answer) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        turn.end(how, answer, orchestrator);
        if (delegation != null) {
            delegation.close(how, answer);
        }
        afterwards.run();
    }
}
