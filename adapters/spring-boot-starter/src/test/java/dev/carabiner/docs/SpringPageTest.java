package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.Engine;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookResult;
import dev.carabiner.springai.CarabinerAdvisors;
import dev.carabiner.springboot.CarabinerAutoConfiguration;
import dev.carabiner.springboot.CarabinerHook;
import dev.carabiner.springboot.EngineCustomizer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The snippets of docs/spring-ai.md. */
class SpringPageTest {

    private static final List<String> RAN = new ArrayList<>();

    @TempDir
    Path temp;

    // snippet: spring-assistant
    static class Shell {
        @Tool(name = "Bash", description = "Runs a command")
        String bash(String command) {
            return run(command);
        }
    }

    @Configuration
    static class Assistants {
        @Bean
        ChatClient assistant(ChatClient.Builder builder) {
            return builder.defaultTools(new Shell()).build();
        }
    }
    // end

    // snippet: spring-hook
    @CarabinerHook(value = "tool:pre", tools = "Bash", guard = true)
    static class NoListing implements HookHandler {
        @Override
        public @Nullable HookResult handle(String event, EventData data) {
            EventData input = data.object("tool_input");
            return input != null && "ls".equals(input.text("command")) ? HookResult.deny("no listing") : null;
        }
    }
    // end

    @Configuration
    static class Channels {
        // snippet: spring-channels
        @Bean
        EngineCustomizer approvals() {
            return engine ->
                    engine.approvals(ApprovalSystem.answering("Deny")); // a terminal or a web page, in real life
        }
        // end
    }

    private static String run(String command) {
        RAN.add(command);
        return "ran " + command;
    }

    /** Calls Bash with what the user said, and then says what came of it. */
    static class Model implements ChatModel {

        @Override
        public ChatResponse call(Prompt prompt) {
            Message last = prompt.getInstructions().getLast();
            AssistantMessage answer = last instanceof ToolResponseMessage result
                    ? new AssistantMessage(result.getResponses().getFirst().responseData())
                    : AssistantMessage.builder()
                            .content("")
                            .toolCalls(List.of(new AssistantMessage.ToolCall(
                                    "1", "function", "Bash", "{\"command\": \"" + last.getText() + "\"}")))
                            .build();
            return new ChatResponse(List.of(new Generation(answer)));
        }

        @Override
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().build();
        }
    }

    private Path policy() throws Exception {
        return Files.writeString(temp.resolve("policy.yaml"), """
                bundle: {name: guards, version: 1.0.0}
                hooks:
                  - module: shell-guard
                    required: true
                """);
    }

    @Test
    void an_application_is_guarded_by_the_starter() throws Exception {
        RAN.clear();
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        CarabinerAutoConfiguration.class,
                        ToolCallingAutoConfiguration.class,
                        ChatClientAutoConfiguration.class))
                .withBean(Model.class)
                .withUserConfiguration(Assistants.class, NoListing.class, Channels.class)
                .withPropertyValues("carabiner.policy=" + policy(), "carabiner.audit-directory=" + temp.resolve("logs"))
                .run(context -> {
                    ChatClient assistant = context.getBean(ChatClient.class);
                    assertThat(assistant.prompt("rm -rf /").call().content()).startsWith("Denied by hook: ");
                    assertThat(assistant.prompt("ls").call().content()).isEqualTo("Denied by hook: no listing");
                    assertThat(assistant.prompt("pwd").call().content()).contains("ran pwd");
                });
        assertThat(RAN).containsExactly("pwd");
    }

    @Test
    void a_client_is_guarded_without_boot() throws Exception {
        RAN.clear();
        ChatModel model = new Model();
        try (Engine engine = Engine.load(policy())) {
            // snippet: spring-without-boot
            ChatClient assistant = ChatClient.builder(model)
                    .defaultAdvisors(CarabinerAdvisors.under(engine)) // the one line
                    .defaultTools(new Shell())
                    .build();
            // end
            assertThat(assistant.prompt("rm -rf /").call().content()).startsWith("Denied by hook: ");
        }
        assertThat(RAN).isEmpty();
    }
}
