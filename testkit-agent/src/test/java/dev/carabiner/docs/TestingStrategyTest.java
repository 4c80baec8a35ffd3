package dev.carabiner.docs;

import static dev.carabiner.testkit.CarabinerAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Injection;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.Events;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hooks.LinterFeedback;
import dev.carabiner.hooks.ProductionGuard;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.CarabinerExtension;
import dev.carabiner.testkit.ScriptedChannel;
import dev.carabiner.testkit.TestSession;
import dev.carabiner.testkit.agent.ScriptedProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The three levels of the reference's testing strategy. */
@ExtendWith(CarabinerExtension.class)
class TestingStrategyTest {

    @TempDir
    private Path directory;

    @Nested
    class Units {

        // snippet: strategy-unit
        @Test
        void an_injection_has_its_action_and_role() {
            HookResult result = HookResult.inject("test").role(Role.SYSTEM);

            assertThat(result.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(result).isInstanceOfSatisfying(HookResult.InjectContext.class, it -> {
                assertThat(it.text()).isEqualTo("test");
                assertThat(it.role()).isEqualTo(Role.SYSTEM);
            });
        }

        @Test
        void an_injection_that_is_too_large_is_refused(TestSession session) {
            Injection large = Injection.of("x".repeat(10_241), "linter", "tool:post");

            assertThatThrownBy(() -> session.coordinator().context().inject(large))
                    .hasMessageContaining("exceeds");
        }
        // end
    }

    @Nested
    class Flows {

        // snippet: strategy-integration
        @Test
        void the_linter_tells_the_model_what_is_wrong_with_what_it_wrote(TestSession session) {
            session.hooks().on(Events.TOOL_POST, (call, data) -> {
                String content = String.valueOf(call.toolInput().get("content"));
                boolean tooLong = content.lines().anyMatch(line -> line.length() > 120);
                return tooLong ? HookResult.inject("Line too long in test.py") : null;
            });

            assertThat(session.call("Write", "file_path", "test.py", "content", "x".repeat(200)))
                    .ran();

            List<Message> injected = session.coordinator().context().messages().stream()
                    .filter(message -> "hook".equals(message.metadata().get("source")))
                    .toList();
            assertThat(injected)
                    .singleElement()
                    .satisfies(message -> assertThat(message.text()).contains("Line too long"));
        }
        // end

        @Test
        void the_shipped_linter_does_so_with_a_real_file() throws Exception {
            try (TestSession session = TestSession.in(directory, ScriptedChannel.answering())) {
                session.mount(new LinterFeedback());
                session.tool("Write", input -> {
                    Files.writeString(directory.resolve("notes.json"), "{");
                    return ToolResult.of("written");
                });
                session.call("Write", "file_path", "notes.json", "content", "{");

                assertThat(session.nextRequest()).singleElement().asString().contains("notes.json:1");
                assertThat(session.conversation())
                        .as("what is for one request is not stored")
                        .isEmpty();
            }
        }
    }

    @Nested
    class The_real_world {

        @Test
        void a_production_file_is_not_written_without_a_yes() throws Exception {
            // snippet: strategy-real
            ScriptedChannel human = ScriptedChannel.always("Deny");
            try (TestSession session = TestSession.in(directory, human)) {
                session.mount(new ProductionGuard());

                assertThat(session.call("Write", "file_path", "production/config.py", "content", "..."))
                        .isDenied()
                        .withReasonContaining("User denied");
                assertThat(human).wasAskedBy("production-guard").wasAskedWith("production/config.py");
                assertThat(session.ran()).isEmpty();
            }
            // end
        }

        @Test
        void an_agent_is_told_why_and_goes_on() {
            HookRegistry hooks = new HookRegistry();
            Bundle bundle = new Bundle("test", "1", SectionValues.NONE, List.of(), List.of(), List.of(), List.of());
            // snippet: agent-test
            hooks.register(
                    "prompt:submit",
                    0,
                    "no-secrets",
                    (event, data) -> data.text("prompt").contains("password")
                            ? HookResult.deny("no passwords, please")
                            : HookResult.inject("Answer briefly."));
            ScriptedProvider model = new ScriptedProvider()
                    .expecting(request -> assertThat(request.messages())
                            .extracting(Message::text)
                            .contains("Answer briefly."))
                    .says("Hello");

            try (Session agent = Session.builder()
                    .bundle(bundle)
                    .hooks(hooks)
                    .provider(model)
                    .workingDirectory(directory)
                    .start()) {
                assertThat(agent.prompt("hi").answer()).isEqualTo("Hello");
                assertThat(agent.prompt("my password is x").answer()).contains("no passwords, please");
            }
            model.verify(); // every expectation held, and the model was asked once
            // end
            assertThat(model.sent(1)).contains("hi");
        }
    }
}
