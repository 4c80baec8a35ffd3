package dev.carabiner.runtime.agent;

import dev.carabiner.context.MessageData;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.event.ContentBlockDelta;
import dev.carabiner.event.ContentBlockEnd;
import dev.carabiner.event.ContentBlockStart;
import dev.carabiner.event.ErrorProvider;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.event.ProviderRequest;
import dev.carabiner.event.ProviderResponse;
import dev.carabiner.event.ProviderRetry;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One question to the model, with everything that hooks are told about it. */
final class ModelCall {

    private final SessionCoordinator session;
    private final Provider provider;
    private final RetryPolicy retries;
    private final boolean streaming;
    private final PolicyViolations violations;
    private final Secrets secrets;

    ModelCall(
            SessionCoordinator session,
            Provider provider,
            RetryPolicy retries,
            boolean streaming,
            PolicyViolations violations,
            Secrets secrets) {
        this.session = session;
        this.provider = provider;
        this.retries = retries;
        this.streaming = streaming;
        this.violations = violations;
        this.secrets = secrets;
    }

    /** Waits for the answer; also for the next attempt, if one fails in a way that may pass. */
    ModelAnswer answer(List<ToolSpec> tools) throws TurnEndedException, InterruptedException {
        RequestMessages messages = RequestMessages.take(session.context());
        HookOutcome asked = session.emit(
                Events.PROVIDER_REQUEST,
                new ProviderRequest(
                        null,
                        provider.name(),
                        provider.model(),
                        messages.shown(),
                        tools.stream().map(ToolSpec::name).toList(),
                        null));
        requireAllowed(asked);
        ModelRequest request = new ModelRequest(messages.settled(asked.data()), tools);
        long began = System.nanoTime();
        ModelAnswer answer = hidden(patiently(request));
        requireAllowed(session.emit(
                Events.PROVIDER_RESPONSE,
                new ProviderResponse(
                        null,
                        provider.name(),
                        provider.model(),
                        MessageData.of(answer.message()),
                        EventData.of(
                                "input_tokens", answer.usage().inputTokens(),
                                "output_tokens", answer.usage().outputTokens()),
                        answer.stopReason(),
                        Duration.ofNanos(System.nanoTime() - began).toMillis(),
                        null)));
        return answer;
    }

    /** Without keys; which calls are faulty is not lost with them. */
    private ModelAnswer hidden(ModelAnswer answer) {
        Map<Integer, String> faulty = new HashMap<>();
        answer.faultyCalls().forEach((call, why) -> faulty.put(call, secrets.hiddenIn(why)));
        ModelAnswer clean = secrets.hiddenIn(answer);
        return new ModelAnswer(
                clean.text(), clean.toolCalls(), clean.usage(), clean.stopReason(), clean.metadata(), faulty);
    }

    private ModelAnswer patiently(ModelRequest request) throws TurnEndedException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return streaming ? provider.stream(request, new Blocks()) : provider.answer(request);
            } catch (Unwanted e) {
                throw new TurnEndedException(TurnStatus.DENIED, e.reason);
            } catch (ProviderException e) {
                if (!retries.again(attempt, e) || session.cancellation().requested()) {
                    throw failed(e, attempt);
                }
                waitFor(attempt, e);
            }
        }
    }

    private void waitFor(int attempt, ProviderException problem) throws TurnEndedException, InterruptedException {
        Duration delay = retries.delay(attempt, problem);
        HookOutcome outcome = session.emit(
                Events.PROVIDER_RETRY,
                new ProviderRetry(
                        null, provider.name(), provider.model(), attempt, delay.toMillis(), described(problem), null));
        requireAllowed(outcome);
        Thread.sleep(delay);
    }

    private TurnEndedException failed(ProviderException problem, int attempts) {
        session.emit(Events.ERROR_PROVIDER, new ErrorProvider(null, provider.name(), described(problem), null));
        String tried = attempts == 1 ? "" : " (tried " + attempts + " times)";
        return new TurnEndedException(TurnStatus.ERROR, provider.name() + " failed: " + message(problem) + tried);
    }

    private EventData described(ProviderException problem) {
        return EventData.of("type", problem.kind(), "message", message(problem));
    }

    /** Who says it is told beside it. */
    private String message(ProviderException problem) {
        String message = secrets.hiddenIn(String.valueOf(problem.getMessage()));
        String name = provider.name() + ": ";
        return message.startsWith(name) ? message.substring(name.length()) : message;
    }

    private void requireAllowed(HookOutcome outcome) throws TurnEndedException {
        if (outcome.denied()) {
            violations.tell(outcome, null);
            throw new TurnEndedException(TurnStatus.DENIED, outcome.reason());
        }
    }

    /** Passes the pieces of an answer on to the hooks. One that denies a piece has denied the answer. */
    private final class Blocks implements AnswerSink {

        /** Of each block, what may be the beginning of a key. */
        private final Map<Integer, String> heldBack = new HashMap<>();

        @Override
        public void start(int index, String blockType) {
            tell(Events.CONTENT_BLOCK_START, new ContentBlockStart(null, index, blockType, null));
        }

        @Override
        public void delta(int index, String piece) {
            String text = secrets.hiddenIn(heldBack.getOrDefault(index, "") + piece);
            int certain = text.length() - secrets.begunIn(text);
            heldBack.put(index, text.substring(certain));
            tellPiece(index, text.substring(0, certain));
        }

        @Override
        public void end(int index, String blockType, String text) {
            tellPiece(index, Objects.requireNonNullElse(heldBack.remove(index), ""));
            tell(Events.CONTENT_BLOCK_END, new ContentBlockEnd(null, index, blockType, secrets.hiddenIn(text), null));
        }

        private void tellPiece(int index, String piece) {
            if (!piece.isEmpty()) {
                tell(Events.CONTENT_BLOCK_DELTA, new ContentBlockDelta(null, index, piece, null));
            }
        }

        private <V extends Record> void tell(EventType<V> event, V view) {
            HookOutcome outcome = session.emit(event, view);
            if (outcome.denied()) {
                violations.tell(outcome, null);
                throw new Unwanted(outcome.reason());
            }
        }
    }

    /** Gets a denial through a provider that is in the middle of its answer. */
    private static final class Unwanted extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String reason;

        Unwanted(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }
    }
}
