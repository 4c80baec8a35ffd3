package dev.carabiner.host;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.host.Passage.Granted;
import dev.carabiner.host.Passage.Refused;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolBody;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One prompt of a framework's agent, from its submission to its answer. The adapter calls it at the framework's seams, in
 * the order of the methods here; it emits what the agent's loop of the runtime emits, with the same fields.
 */
public final class Turn {

    /** How often in a row a hook can keep a turn from ending. */
    private static final int MOST_SENT_ON = 8;

    private static final String UNJUDGED =
            "This call has a result, and no hook has judged it: the tool ran, or something"
                    + " answered in its place, past the hooks";

    private static final ThreadLocal<Turn> CURRENT = new ThreadLocal<>();

    private final Conversation conversation;
    private final SessionCoordinator session;
    private final PolicyViolations violations;
    private final int number;
    private final long began = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger sentOn = new AtomicInteger();
    private final ExpectedCalls expected = new ExpectedCalls();
    private volatile String prompt = "";
    private volatile boolean accepted;
    private volatile @Nullable String completed; // the answer with which the hooks let it end

    Turn(Conversation conversation, int number) {
        this.conversation = conversation;
        this.session = conversation.session().coordinator();
        this.violations = new PolicyViolations(conversation.session());
        this.number = number;
    }

    /** The turn whose tool runs on this thread; null if none does. An agent that begins there is its sub-agent. */
    public static @Nullable Turn current() {
        return CURRENT.get();
    }

    /** The conversation that it belongs to. */
    public Conversation conversation() {
        return conversation;
    }

    /** Emits {@code prompt:submit} and {@code execution:start}. If it is refused, the reason is the agent's answer. */
    public Passage<String> submit(String text) {
        session.startTurn();
        prompt = text;
        String settled = text;
        if (session.isHeard("prompt:submit")) {
            EventData data = EventData.of("prompt", text, "metadata", EventData.empty());
            HookOutcome submitted = session.emit("prompt:submit", data);
            if (submitted.denied()) {
                return refused(submitted);
            }
            settled = submitted.data().get("prompt") instanceof String left ? left : "";
        }
        conversation.injected().promptComes();
        conversation.tally().message();
        accepted = true;
        if (session.isHeard("execution:start")) {
            HookOutcome started = session.emit("execution:start", EventData.of("prompt", settled, "turn", number));
            return started.denied() ? refused(started) : new Granted<>(settled);
        }
        return new Granted<>(settled);
    }

    /**
     * Whether anything could come of {@link #request}: a hook listens, it is recorded, or something is to be injected. If
     * not, the adapter may send the request as it is and spare itself showing it.
     */
    public boolean looksAtRequests() {
        conversation.touch();
        return session.isHeard("provider:request") || !conversation.injected().isEmpty() || !expected.isEmpty();
    }

    /** The same for {@link #response}, whose tokens {@code session:end} tells of. */
    public boolean looksAtResponses() {
        return session.isHeard("provider:response") || session.isHeard("session:end");
    }

    /**
     * Emits {@code provider:request} with the messages and what hooks have injected.
     *
     * @return what is to be sent. If it is refused, the turn ends with the reason
     */
    public <F> Passage<List<F>> request(ModelName model, List<F> messages, List<String> tools, MessageForm<F> form) {
        conversation.touch();
        List<F> request = new ArrayList<>(messages);
        List<Message> shown = new ArrayList<>(messages.size());
        messages.forEach(it -> shown.add(conversation.failed().marked(form.shown(it))));
        shown.stream().filter(Message::isToolResult).forEach(it -> hasResult(it.toolCallId()));
        Message last = shown.isEmpty() ? Message.user("") : shown.getLast();
        conversation.injected().addTo(request, shown, form);
        List<EventData> fields = new ArrayList<>(shown.size());
        shown.forEach(it -> fields.add(MessageData.of(it)));
        EventData data =
                EventData.of("provider", model.provider(), "model", model.model(), "messages", fields, "tools", tools);
        HookOutcome asked = session.emit("provider:request", data);
        if (asked.denied()) {
            return refused(asked);
        }
        try {
            Object left = asked.data().get("messages");
            List<F> settled = Objects.equals(left, data.get("messages")) // mostly the same list
                    ? request
                    : settled(left, request, fields, form);
            conversation.injected().addLate(settled, last, form);
            return new Granted<>(settled);
        } catch (IllegalArgumentException e) {
            return new Refused<>("A hook left provider:request unusable: " + e.getMessage());
        }
    }

    /** What hooks have not changed stays the framework's own. */
    private static <F> List<F> settled(
            @Nullable Object left, List<F> request, List<EventData> fields, MessageForm<F> form) {
        if (!(left instanceof List<?> list)) {
            throw new IllegalArgumentException("the messages are gone");
        }
        List<Map<String, @Nullable Object>> before =
                new ArrayList<>(fields.stream().map(EventData::asMap).toList());
        List<F> settled = new ArrayList<>();
        boolean first = true;
        for (Object message : list) {
            int at = before.indexOf(message);
            Message read = at >= 0 ? form.shown(request.get(at)) : MessageData.read(message);
            first &= read.role() == Role.SYSTEM;
            settled.add(at >= 0 ? request.get(at) : form.written(read, first));
        }
        return settled;
    }

    /** Whether anything could come of {@link #isSentOn}. */
    public boolean looksAtEnd() {
        return session.isHeard("execution:complete");
    }

    /** Emits {@code content_block:start}. If it is refused, so is the answer that the block is part of. */
    public Passage<String> blockStarts(int index, String type) {
        return block("content_block:start", () -> EventData.of("index", index, "block_type", type));
    }

    /** Emits {@code content_block:delta}. */
    public Passage<String> blockGrows(int index, String piece) {
        return block("content_block:delta", () -> EventData.of("index", index, "delta", piece));
    }

    /** Emits {@code content_block:end}. */
    public Passage<String> blockEnds(int index, String type, String text) {
        return block("content_block:end", () -> EventData.of("index", index, "block_type", type, "text", text));
    }

    private Passage<String> block(String event, Supplier<EventData> data) {
        if (!session.isHeard(event)) {
            return new Granted<>("");
        }
        HookOutcome outcome = session.emit(event, data.get());
        return outcome.denied() ? refused(outcome) : new Granted<>("");
    }

    /** Emits {@code provider:response}. If it is refused, the turn ends with the reason, and no tool of the reply runs. */
    public Passage<ModelReply> response(ModelName model, ModelReply reply, Duration took) {
        conversation.tally().tokens(reply.inputTokens() + reply.outputTokens());
        HookOutcome outcome = session.emit(
                "provider:response",
                EventData.of(
                        "provider", model.provider(),
                        "model", model.model(),
                        "message", MessageData.of(reply.message()),
                        "usage",
                                EventData.of(
                                        "input_tokens", reply.inputTokens(),
                                        "output_tokens", reply.outputTokens()),
                        "stop_reason", reply.stopReason(),
                        "duration_ms", took.toMillis()));
        return outcome.denied() ? refused(outcome) : new Granted<>(reply);
    }

    /**
     * Tells the hooks that the model is done, which is {@code execution:complete}. A denial sends the agent on, eight times
     * at most: the adapter asks the model again with the same messages, and {@link #request} adds the answer and the reason,
     * as the user's words, where they belong. Called for the last answer of the turn, as far as the adapter can tell.
     *
     * @param answered the last message of the request, as hooks are shown it; called only if the agent is sent on
     * @param answer what the model said, without tool calls
     */
    public boolean isSentOn(Supplier<Message> answered, String answer) {
        boolean isStopped =
                session.cancellation().requested() || Thread.currentThread().isInterrupted();
        if (isStopped || !session.isHeard("execution:complete")) {
            return false;
        }
        HookOutcome told = session.emit("execution:complete", completion(answer, TurnEnd.SUCCESS));
        boolean goesOn = told.denied()
                && sentOn.get() < MOST_SENT_ON
                && conversation.session().auditTrouble() == null;
        completed = goesOn ? null : answer;
        if (goesOn) {
            sentOn.incrementAndGet();
            EventData source =
                    EventData.of("source", "hook", "hook_name", told.decidedBy(), "event", "execution:complete");
            Message reason = Message.user(told.reason()).withMetadata(source);
            Message beside = conversation.failed().marked(answered.get());
            conversation.injected().sendOn(beside, Message.assistant(answer), reason);
        }
        return goesOn;
    }

    /**
     * A call of an answer, which is to come to {@link #call}. If it does not, its result is a {@code policy:violation}, once
     * {@link #request} or {@link #hasResult} sees it.
     */
    public void expects(String callId, String tool) {
        expected.add(callId, tool);
    }

    /** This call was taken care of in another way: nothing has run for it. */
    public void settles(String callId) {
        expected.settled(callId);
    }

    /** There is a result of this call, for the model or for the user. */
    public void hasResult(@Nullable String callId) {
        expected.take(callId).forEach(tool -> conversation.violation(UNJUDGED, "tool:pre", tool));
    }

    /** Emits {@code error:provider}: the model could not be asked, or did not answer. */
    public void modelFailed(ModelName model, Throwable problem) {
        EventData error =
                EventData.of("type", problem.getClass().getSimpleName(), "message", Throwables.inWords(problem));
        session.emit("error:provider", EventData.of("provider", model.provider(), "error", error));
    }

    /**
     * The whole guarded call of a tool: {@code decision:tool_resolution}, and then {@link SessionCoordinator#call}. The
     * body runs on this thread, which is this turn's meanwhile ({@link #current()}). Nothing is thrown. Where questions are
     * {@linkplain Conversations.Builder#deferQuestions deferred}, it is {@link SessionCoordinator#callOrDefer} instead, and
     * an answer that waits says so to the model.
     *
     * @param available the names of the tools that the model could choose from; called if a hook or the record wants them
     */
    public ToolAnswer call(ToolCall call, Supplier<List<String>> available, ToolBody body) {
        conversation.touch();
        expected.judged(call);
        ToolAnswer answer = guarded(call, available, body);
        ended(call, answer.isError());
        return answer;
    }

    private void ended(ToolCall call, boolean isError) {
        conversation.failed().ended(call.id(), isError);
        conversation.tally().message();
    }

    private ToolAnswer guarded(ToolCall call, Supplier<List<String>> available, ToolBody body) {
        if (session.isHeard("decision:tool_resolution")) {
            HookOutcome resolved = session.emit(
                    "decision:tool_resolution",
                    EventData.of(
                            "available_tools", available.get(),
                            "selected_tool", call.name(),
                            "reason", "the model asked for it"));
            if (resolved.denied()) {
                violations.tell(resolved, call.name());
                String reason = ToolAnswer.denial(resolved.reason());
                return new ToolAnswer(ToolAnswer.Status.DENIED, reason, true, resolved, null, null);
            }
        }
        ToolAnswer answer = conversation.isDeferring()
                ? session.callOrDefer(call, input -> asCurrent(body, input))
                : session.call(call, input -> asCurrent(body, input));
        if (answer.status() == ToolAnswer.Status.DENIED) {
            violations.tell(answer.pre(), call.name());
        }
        return answer;
    }

    /**
     * A call whose arguments cannot be read: {@code error:tool} instead of {@code tool:pre}, and nothing runs.
     *
     * @param problem what is wrong with them, for the model
     */
    public String unreadable(ToolCall call, String problem) {
        expected.judged(call);
        ended(call, true);
        HookOutcome told = session.emit(
                "error:tool",
                EventData.of(
                        "tool_call_id", call.id(),
                        "tool_name", call.name(),
                        "tool_input", call.input(),
                        "error", EventData.of("type", "InvalidInput", "message", problem)));
        return told.data().get("error") instanceof Map<?, ?> error && error.get("message") instanceof String left
                ? left
                : "";
    }

    private ToolResult asCurrent(ToolBody body, EventData input) throws Exception {
        Turn before = CURRENT.get();
        CURRENT.set(this);
        conversation.tally().tool();
        try {
            return body.run(input);
        } catch (Exception e) {
            DelegationDeniedException denied = DelegationDeniedException.in(e);
            if (denied == null) {
                throw e;
            }
            return ToolResult.failed(String.valueOf(denied.getMessage())).with("denied", denied.reason());
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }

    /**
     * Emits {@code execution:complete}, {@code orchestrator:complete} and {@code prompt:complete}. Only the first call
     * counts.
     *
     * @param answer what the agent said in the end
     */
    public void end(TurnEnd how, String answer, String orchestrator) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // what is told from here on is told in full
        try {
            long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
            if (accepted) {
                if (how != TurnEnd.SUCCESS || !answer.equals(completed)) {
                    tell("execution:complete", () -> completion(answer, how));
                }
                tell(
                        "orchestrator:complete",
                        () -> EventData.of(
                                "orchestrator", orchestrator,
                                "final_message", MessageData.of(Message.assistant(answer)),
                                "turn_count", number,
                                "duration_ms", millis,
                                "status", how.inEvents()));
            }
            tell("prompt:complete", () -> EventData.of("prompt", prompt, "response", answer, "duration_ms", millis));
        } finally {
            conversation.turnEnded();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private EventData completion(String answer, TurnEnd how) {
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        return EventData.of("response", answer, "status", how.inEvents(), "duration_ms", millis);
    }

    private void tell(String event, Supplier<EventData> data) {
        if (session.isHeard(event)) {
            session.emit(event, data.get());
        }
    }

    private <T> Passage<T> refused(HookOutcome outcome) {
        violations.tell(outcome, null);
        return new Refused<>(outcome.reason());
    }
}
