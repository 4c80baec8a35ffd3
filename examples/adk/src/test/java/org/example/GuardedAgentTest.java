package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.Runner;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.engine.Engine;
import io.reactivex.rxjava3.core.Flowable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardedAgentTest {

    /** Calls Bash with what the user says, and then says what came of it. */
    private static final class Model extends BaseLlm {

        Model() {
            super("script");
        }

        @Override
        public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            Part last = request.contents().getLast().parts().orElseThrow().getFirst();
            Part answer = last.functionResponse().isPresent()
                    ? Part.fromText(String.valueOf(
                            last.functionResponse().get().response().orElseThrow()))
                    : Part.fromFunctionCall(
                            "Bash", Map.of("command", last.text().orElseThrow()));
            return Flowable.just(LlmResponse.builder()
                    .content(Content.builder().role("model").parts(answer).build())
                    .build());
        }

        @Override
        public BaseLlmConnection connect(LlmRequest request) {
            throw new UnsupportedOperationException("not live");
        }
    }

    @Test
    void the_policy_holds() {
        try (Engine engine = Engine.load(Path.of("policy.yaml"))) {
            Runner runner = GuardedAgent.under(engine, new Model());
            String session = runner.sessionService()
                    .createSession("app", "ann")
                    .blockingGet()
                    .id();

            assertTrue(ask(runner, session, "rm -rf /").startsWith("{error=Denied by hook: "));
            assertEquals("{result=ran ls}", ask(runner, session, "ls"));
        }
        assertEquals(List.of("ls"), GuardedAgent.RAN);
    }

    private static String ask(Runner runner, String session, String prompt) {
        return runner.runAsync("ann", session, Content.fromParts(Part.fromText(prompt)))
                .blockingLast()
                .content()
                .orElseThrow()
                .text();
    }
}
