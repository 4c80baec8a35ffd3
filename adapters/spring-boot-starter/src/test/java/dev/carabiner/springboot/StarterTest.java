package dev.carabiner.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import dev.carabiner.json.EventDataJson;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration;
import org.springframework.ai.model.tool.DefaultToolCallingManager;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.autoconfigure.ToolCallingAutoConfiguration;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.resolution.StaticToolCallbackResolver;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The starter in real application contexts. */
@Timeout(120)
class StarterTest {

    private static final List<String> RAN = new ArrayList<>();

    @TempDir
    Path temp;

    private ApplicationContextRunner application;

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
                                    "1",
                                    "function",
                                    "Bash",
                                    EventDataJson.write(EventData.of("command", last.getText())))))
                            .build();
            return new ChatResponse(List.of(new Generation(answer)));
        }

        @Override
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().build();
        }
    }

    static class Shell {
        @Tool(name = "Bash")
        String bash(String command) {
            RAN.add(command);
            return "ran " + command;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Model model() {
            return new Model();
        }

        @Bean
        ChatClient client(ChatClient.Builder builder) {
            return builder.defaultTools(new Shell()).build();
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    @BeforeEach
    void start() throws Exception {
        RAN.clear();
        Path policy = Files.writeString(temp.resolve("policy.yaml"), """
                bundle: {name: guards, version: 1.0.0}
                hooks:
                  - module: shell-guard
                    required: true
                """);
        application = new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        CarabinerAutoConfiguration.class,
                        CarabinerActuatorAutoConfiguration.class,
                        ToolCallingAutoConfiguration.class,
                        ChatClientAutoConfiguration.class))
                .withUserConfiguration(Application.class)
                .withPropertyValues(
                        "carabiner.policy=" + policy,
                        "carabiner.working-directory=" + temp,
                        "management.endpoints.web.exposure.include=carabiner",
                        "management.endpoints.jmx.exposure.include=carabiner");
    }

    @Nested
    class A_client_of_the_application {

        @Test
        void is_guarded_without_a_line() {
            application.run(context -> {
                ChatClient client = context.getBean(ChatClient.class);

                assertThat(client.prompt("rm -rf /").call().content()).startsWith("Denied by hook: ");
                assertThat(client.prompt("ls").call().content()).contains("ran ls");
                assertThat(RAN).containsExactly("ls");
            });
        }

        @Test
        void asks_the_channels_of_a_customizer_bean() {
            application
                    .withBean(EngineCustomizer.class, () -> it -> it.approvals(ApprovalSystem.answering("Allow once")))
                    .run(context -> {
                        ChatClient client = context.getBean(ChatClient.class);
                        client.prompt("git reset --hard").call().content();

                        assertThat(RAN).containsExactly("git reset --hard");
                    });
        }

        @Test
        void has_the_hooks_that_are_beans() {
            application.withBean(NoListing.class).run(context -> {
                ChatClient client = context.getBean(ChatClient.class);

                assertThat(client.prompt("ls").call().content()).isEqualTo("Denied by hook: no listing");
            });
        }
    }

    @CarabinerHook(value = "tool:pre", tools = "Bash", guard = true)
    static class NoListing implements HookHandler {

        @Override
        public @Nullable HookResult handle(String event, EventData data) {
            return HookResult.deny("no listing");
        }
    }

    /** A hook that asks a model needs a client, which has hooks. */
    @CarabinerHook(value = "tool:pre", tools = "Bash", guard = true)
    static class AsksAModel implements HookHandler {

        private final ChatClient.Builder builder;

        AsksAModel(ChatClient.Builder builder) {
            this.builder = builder;
        }

        @Override
        public @Nullable HookResult handle(String event, EventData data) {
            return HookResult.deny("a hook with " + (builder == null ? "nothing" : "a client's builder"));
        }
    }

    @CarabinerHook("tool:pre")
    static class NoHandler {}

    @Nested
    class A_hook_that_is_a_bean {

        @Test
        void may_need_a_chat_client() {
            application
                    .withBean(AsksAModel.class)
                    .run(context -> assertThat(context.getBean(ChatClient.class)
                                    .prompt("ls")
                                    .call()
                                    .content())
                            .isEqualTo("Denied by hook: a hook with a client's builder"));
        }

        @Test
        void must_be_a_handler() {
            application
                    .withBean(NoHandler.class)
                    .run(context -> assertThat(context)
                            .hasFailed()
                            .getFailure()
                            .hasStackTraceContaining("has @CarabinerHook and must implement HookHandler"));
        }
    }

    @Nested
    class A_client_with_a_loop_of_its_own {

        @Test
        void is_guarded_too() {
            application.run(context -> {
                String said = context.getBean(ChatClient.Builder.class)
                        .defaultAdvisors(ToolCallingAdvisor.builder().build())
                        .defaultTools(new Shell())
                        .build()
                        .prompt("rm -rf /")
                        .call()
                        .content();

                assertThat(said).startsWith("Denied by hook: ");
                assertThat(RAN).isEmpty();
            });
        }

        /** The application's manager is a bean, and guarded; this one is neither, and its loop would be outside of all advisors. */
        @Test
        void is_guarded_also_where_the_loop_has_a_manager_that_is_no_bean_and_comes_first() {
            application.run(context -> {
                context.getBean(ChatClient.Builder.class)
                        .defaultAdvisors(ToolCallingAdvisor.builder()
                                .toolCallingManager(ToolCallingManager.builder().build())
                                .advisorOrder(Ordered.HIGHEST_PRECEDENCE + 1)
                                .build())
                        .defaultTools(new Shell())
                        .build()
                        .prompt("rm -rf /")
                        .call()
                        .content();

                assertThat(RAN).isEmpty();
                assertThat(context.getBean(Decisions.class).last().getFirst().what())
                        .isEqualTo("denied");
            });
        }

        @Test
        void and_tools_that_the_manager_finds_by_name_are() {
            ToolCallingManager finding = DefaultToolCallingManager.builder()
                    .toolCallbackResolver(new StaticToolCallbackResolver(List.of(ToolCallbacks.from(new Shell()))))
                    .resolutionFallbackEnabled(true)
                    .build();
            application
                    .withBean("toolCallingManager", ToolCallingManager.class, () -> finding)
                    .run(context -> {
                        ChatClient client =
                                context.getBean(ChatClient.Builder.class).build();

                        assertThat(client.prompt("rm -rf /").call().content()).startsWith("Denied by hook: ");
                        assertThat(client.prompt("ls").call().content()).contains("ran ls");
                        assertThat(RAN).containsExactly("ls");
                    });
        }
    }

    @Nested
    class A_client_past_the_application {

        @Test
        void is_denied_and_reported() {
            application.run(context -> {
                String said = ChatClient.create(context.getBean(ChatModel.class))
                        .prompt("rm -rf /")
                        .tools(new Shell())
                        .call()
                        .content();

                assertThat(said).startsWith("Denied by hook: This client has tools and no hooks");
                assertThat(RAN).isEmpty();
                assertThat(context.getBean(Decisions.class).last().getFirst().what())
                        .isEqualTo("denied");
            });
        }

        @Test
        void is_only_reported_where_the_application_wants_that() {
            application.withPropertyValues("carabiner.unguarded=report").run(context -> {
                ChatClient.create(context.getBean(ChatModel.class))
                        .prompt("ls")
                        .tools(new Shell())
                        .call()
                        .content();

                assertThat(RAN).containsExactly("ls");
                assertThat(context.getBean(Decisions.class).last()).isNotEmpty();
            });
        }

        @Test
        void keeps_the_type_of_its_model() {
            application.run(context -> assertThat(context.getBean(Model.class)).isInstanceOf(Model.class));
        }
    }

    @Nested
    class Operators_see {

        @Test
        void hooks_and_decisions_at_the_endpoint() {
            application.run(context -> {
                context.getBean(ChatClient.class).prompt("rm -rf /").call().content();
                CarabinerEndpoint.State state =
                        context.getBean(CarabinerEndpoint.class).state();

                assertThat(state.bundle()).isEqualTo("guards");
                assertThat(state.hooks()).containsExactly("shell-guard");
                assertThat(state.decisions().getFirst().what()).isEqualTo("denied");
                assertThat(state.decisions().getFirst().tool()).isEqualTo("Bash");
                assertThat(state.pending()).isEmpty();
            });
        }

        @Test
        void the_hooks_that_are_beans() {
            application
                    .withUserConfiguration(NoListing.class)
                    .run(context -> assertThat(context.getBean(CarabinerEndpoint.class)
                                    .state()
                                    .beans())
                            .hasSize(1));
        }

        @Test
        void that_a_lockdown_is_on() {
            Lockdown lockdown = Lockdown.at(temp.resolve("home"));
            application
                    .withBean(EngineCustomizer.class, () -> it -> it.lockdown(lockdown))
                    .run(context -> {
                        lockdown.turnOn();
                        assertThat(context.getBean("carabinerHealthIndicator", HealthIndicator.class)
                                        .health()
                                        .getStatus())
                                .isEqualTo(Status.OUT_OF_SERVICE);
                        context.getBean(ChatClient.class).prompt("ls").call().content();
                        assertThat(RAN).isEmpty();
                    });
        }

        @Test
        void a_question_while_it_waits() {
            List<Object> seen = new ArrayList<>();
            application
                    .withBean(
                            EngineCustomizer.class,
                            () -> it -> it.approvals(request -> {
                                Thread.sleep(200);
                                return "Deny";
                            }))
                    .run(context -> {
                        Thread asking = Thread.ofVirtual()
                                .start(() -> context.getBean(ChatClient.class)
                                        .prompt("git reset --hard")
                                        .call()
                                        .content());
                        Decisions decisions = context.getBean(Decisions.class);
                        while (asking.isAlive()) {
                            seen.addAll(decisions.pending());
                            Thread.sleep(5);
                        }
                        assertThat(seen).isNotEmpty();
                        assertThat(decisions.pending()).isEmpty();
                    });
        }

        @Test
        void health_and_meters() {
            application.run(context -> {
                context.getBean(ChatClient.class).prompt("ls").call().content();

                assertThat(context.getBean("carabinerHealthIndicator", HealthIndicator.class)
                                .health()
                                .getStatus())
                        .isEqualTo(Status.UP);
                assertThat(context.getBean(MeterRegistry.class)
                                .counter("carabiner.decisions", "decision", "ran", "tool", "Bash")
                                .count())
                        .isEqualTo(1);
            });
        }
    }

    @Nested
    class It_backs_off {

        @Test
        void when_it_is_not_wanted() {
            application.withPropertyValues("carabiner.enabled=false").run(context -> {
                context.getBean(ChatClient.class).prompt("ls").call().content();

                assertThat(context).doesNotHaveBean(Engine.class).doesNotHaveBean(CarabinerEndpoint.class);
                assertThat(RAN).containsExactly("ls");
            });
        }

        @Test
        void where_the_application_has_beans_of_its_own() {
            application
                    .withBean("ownEngine", Engine.class, () -> Engine.load(temp.resolve("policy.yaml")))
                    .run(context ->
                            assertThat(context).hasSingleBean(Engine.class).hasBean("ownEngine"));
            application
                    .withBean(
                            "own",
                            Conversations.class,
                            () -> Conversations.under(Engine.load(temp.resolve("policy.yaml"))))
                    .run(context -> assertThat(context)
                            .hasSingleBean(Conversations.class)
                            .hasBean("own"));
        }

        @Test
        void bean_by_bean() {
            application
                    .withBean("carabinerDecisions", Decisions.class, Decisions::new)
                    .withBean("carabinerChatClientCustomizer", ChatClientBuilderCustomizer.class, () -> builder -> {})
                    .withBean(
                            "carabinerHealthIndicator",
                            HealthIndicator.class,
                            () -> () -> Health.up().build())
                    .withBean("carabinerMeters", String.class, () -> "own")
                    .withBean("carabinerEndpoint", String.class, () -> "own")
                    .run(context -> {
                        assertThat(context)
                                .hasNotFailed()
                                .hasSingleBean(Decisions.class)
                                .hasSingleBean(Engine.class)
                                .hasSingleBean(Conversations.class)
                                .doesNotHaveBean(CarabinerHealth.class)
                                .doesNotHaveBean(CarabinerMeters.class)
                                .doesNotHaveBean(CarabinerEndpoint.class);
                        // without the customizer's advisors the application's builder makes clients without hooks
                        assertThat(context.getBean(ChatClient.class)
                                        .prompt("ls")
                                        .call()
                                        .content())
                                .startsWith("Denied by hook: This client has tools and no hooks");
                    });
        }

        @Test
        void without_actuator_and_meters() {
            application
                    .withClassLoader(new FilteredClassLoader(
                            "org.springframework.boot.actuate", "org.springframework.boot.health"))
                    .run(context -> assertThat(context)
                            .hasNotFailed()
                            .doesNotHaveBean("carabinerEndpoint")
                            .doesNotHaveBean("carabinerHealthIndicator"));
        }
    }

    @Test
    void an_application_without_its_policy_does_not_start() {
        application
                .withPropertyValues("carabiner.policy=" + temp.resolve("missing.yaml"))
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void the_metadata_name_every_property_with_its_default() throws Exception {
        String json = new String(
                CarabinerProperties.class
                        .getResourceAsStream("/META-INF/spring-configuration-metadata.json")
                        .readAllBytes(),
                StandardCharsets.UTF_8);
        List<?> properties = (List<?>) EventDataJson.read(json).get("properties");
        RecordComponent[] components = CarabinerProperties.class.getRecordComponents();
        var parameters = CarabinerProperties.class.getDeclaredConstructors()[0].getParameters();
        for (int i = 0; i < components.length; i++) {
            String name = "carabiner."
                    + components[i].getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            Map<?, ?> told = properties.stream()
                    .map(it -> (Map<?, ?>) it)
                    .filter(it -> name.equals(it.get("name")))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name));
            DefaultValue value = parameters[i].getAnnotation(DefaultValue.class);
            assertThat(String.valueOf(told.get("defaultValue")))
                    .as(name)
                    .isEqualTo(value == null ? "null" : value.value()[0]);
        }
    }
}
