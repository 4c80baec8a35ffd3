package dev.carabiner.docs;

import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.Usage;
import java.util.List;

// snippet: provider
public final class EchoProvider implements Provider {

    private final String model;

    public EchoProvider(String model) {
        this.model = model;
    }

    @Override
    public String name() {
        return "provider-echo";
    }

    @Override
    public String model() {
        return model;
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        if (request.messages().isEmpty()) { // what may pass with time is retried by the agent's loop, by its kind
            throw new ProviderException(name(), ProviderException.Kind.REJECTED, "There is nothing to answer", null);
        }
        String said = "You said: " + request.messages().getLast().text();
        return new ModelAnswer(said, List.of(), Usage.NONE, "end_turn");
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) {
        ModelAnswer answer = answer(request);
        pieces.start(0, "text");
        pieces.delta(0, answer.text()); // as many pieces as the service sends
        pieces.end(0, "text", answer.text());
        return answer;
    }
}
// end
