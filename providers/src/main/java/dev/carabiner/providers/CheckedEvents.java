package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stands before LangChain4j's listener: passes on only what is sound, stops the reading once anything failed, and knows
 * how services end an answer. LangChain4j takes the end of a connection for the end of an answer, drops events that it
 * cannot read, and does not look for errors among them.
 */
final class CheckedEvents implements ServerSentEventListener {

    /** How OpenAI ends a stream; the only event that is not JSON. */
    private static final String DONE = "[DONE]";

    /** Where services say why an answer ends. */
    private static final List<String> REASONS = List.of(
            "/choices/0/finish_reason",
            "/stop_reason",
            "/delta/stop_reason",
            "/delta/finish_reason",
            "/candidates/0/finishReason",
            "/done_reason");

    /** Where they say that they will not answer. */
    private static final List<String> REFUSALS =
            List.of("/choices/0/message/refusal", "/choices/0/delta/refusal", "/promptFeedback/blockReason");

    private final Failures failures;
    private final ServerSentEventListener listener;
    private @Nullable ProviderException failure;
    private boolean complete;

    CheckedEvents(Failures failures, ServerSentEventListener listener) {
        this.failures = failures;
        this.listener = listener;
    }

    /** @throws ProviderException if anything failed, or if the stream ended before it said that the answer was complete */
    void requireWhole() {
        if (failure != null) {
            throw failure;
        }
        if (!complete) {
            throw failures.failed(Kind.CONNECTION, "ended the stream before the answer was complete");
        }
    }

    /** Looks at the JSON of a whole answer or of one event. Returns whether the answer is complete with it. */
    static boolean isLast(EventData piece, Failures failures) {
        if (piece.get("error") != null) {
            throw failures.told(piece);
        }
        for (String path : REFUSALS) {
            if (!Json.text(piece, path).isEmpty()) {
                throw failures.failed(Kind.REJECTED, "refused", Json.text(piece, path));
            }
        }
        boolean last = Boolean.TRUE.equals(piece.get("done")) || "response.completed".equals(piece.get("type"));
        for (String path : REASONS) {
            if (Json.at(piece, path) instanceof String reason) {
                Call.heard(reason);
                last = true;
            }
        }
        return last;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        String data = event.data();
        if (data == null || data.isBlank() || failure != null) {
            return;
        }
        try {
            complete |= data.strip().equals(DONE) || isLast(Json.read(data), failures);
            listener.onEvent(event, context);
        } catch (RuntimeException e) {
            failure = failures.of(e);
            context.parsingHandle().cancel();
        }
    }

    @Override
    public void onError(Throwable cause) {
        failure = failure == null ? failures.of(cause) : failure;
    }
}
