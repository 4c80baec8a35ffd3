package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;

/** Stands before LangChain4j's listener: passes on only what is sound, and stops the reading once anything failed. */
final class CheckedEvents implements ServerSentEventListener {

    /** How OpenAI ends a stream; the only event that is not JSON. */
    private static final String DONE = "[DONE]";

    private final Exchange exchange;
    private final ServerSentEventListener listener;
    private boolean complete;

    CheckedEvents(Exchange exchange, ServerSentEventListener listener) {
        this.exchange = exchange;
        this.listener = listener;
    }

    /** Whether the stream has said that the answer is complete. */
    boolean complete() {
        return complete;
    }

    @Override
    public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
        try {
            take(event, context);
        } catch (RuntimeException e) {
            exchange.failedWith(e);
        }
        if (exchange.failed()) {
            context.parsingHandle().cancel();
        }
    }

    @Override
    public void onError(Throwable throwable) {
        exchange.failedWith(throwable);
    }

    private void take(ServerSentEvent event, ServerSentEventContext context) {
        String data = event.data();
        if (data == null || data.isBlank() || exchange.failed()) {
            return;
        }
        if (data.strip().equals(DONE)) {
            complete = true;
        } else {
            EventData piece = EventDataJson.read(data);
            exchange.see(piece);
            complete |= exchange.isLast(piece);
        }
        listener.onEvent(event, context);
    }
}
