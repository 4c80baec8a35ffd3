package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.runner.Runner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.adk.AdkConfirmations;
import dev.carabiner.adk.CarabinerPlugin;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.Engine;
import io.reactivex.rxjava3.core.Flowable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/adk.md. */
class AdkPageTest {

    private static final List<String> RAN = new ArrayList<>();

    @TempDir
    Path temp;

    // snippet: adk-tool
    public static Map<String, Object> Bash(@Schema(name = "command") String command) {
        return Map.of("result", run(command));
    }
    // end

    private static String run(String command) {
        RAN.add(command);
        return "ran " + command;
    }

    /** Calls Bash once, and then says what came of it. */
    private static final class Model extends BaseLlm {

        private final String command;
        private boolean called;

        Model(String command) {
            super("model");
            this.command = command;
        }

        @Override
        public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
            Part answer = called
                    ? Part.fromText(String.valueOf(request.contents()
                            .getLast()
                            .parts()
                            .orElseThrow()
                            .getFirst()
                            .functionResponse()
                            .orElseThrow()
                            .response()
                            .orElseThrow()))
                    : Part.fromFunctionCall("Bash", Map.of("command", command));
            called = true;
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
    void an_agent_is_guarded_by_one_line() throws Exception {
        RAN.clear();
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
            bundle: {name: guards, version: 1.0.0}
            hooks:
              - module: shell-guard
                required: true
            """);
        Path logs = temp.resolve("logs");
        BaseLlm model = new Model("rm -rf /");
        // snippet: adk-before
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(model)
                .tools(FunctionTool.create(getClass(), "Bash"))
                .build();
        Runner runner = new InMemoryRunner(agent, "app");
        // end
        assertThat(runner.pluginManager()).isNotNull();
        // snippet: adk-after
        Engine engine = Engine.builder()
                .approvals(ApprovalSystem.answering("Deny")) // a terminal or a web page, in real life
                .auditDirectory(logs)
                .load(policy);
        Runner guarded = new InMemoryRunner(agent, "app", List.of(new CarabinerPlugin(engine))); // the one line
        // end
        // snippet: adk-confirmation
        AdkConfirmations confirmations = new AdkConfirmations();
        Engine asking = Engine.builder().channels(List.of(confirmations)).load(policy);
        Runner confirming = new InMemoryRunner(agent, "app", List.of(new CarabinerPlugin(asking, confirmations)));
        // end
        assertThat(confirming.pluginManager()).isNotNull();
        String session = guarded.sessionService()
                .createSession("app", "ann")
                .blockingGet()
                .id();
        String said = guarded.runAsync("ann", session, Content.fromParts(Part.fromText("tidy up")))
                .blockingLast()
                .content()
                .orElseThrow()
                .text();
        engine.close();
        assertThat(said).startsWith("{error=Denied by hook: ");
        assertThat(RAN).isEmpty();
        assertThat(logs.resolve("app.ann." + session)).isDirectory();
    }
}
