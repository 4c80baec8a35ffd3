package dev.carabiner.providers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carabiner.context.Message;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.agent.TurnStatus;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.session.CancellationToken.Level;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.example.parrot.ParrotStreamingChatModel;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model of LangChain4j that this project does not know works by its name in a bundle. */
@Timeout(60)
class UnknownModelTest {

    private static final String PARROT = "org.example.parrot.ParrotStreamingChatModel";
    private static final String ECHO = "org.example.parrot.EchoChatModel";
    private static final String KEY = "pk-0123456789abcdef";

    private static Provider provider(String modelClass, Map<String, ?> settings) {
        return new LangChainProviderModule()
                .create(EventData.of("model_class", modelClass, "model", "grey-1", "settings", settings), name -> null);
    }

    private static ProviderException refused(String modelClass, Map<String, ?> settings) {
        return catchThrowableOfType(
                ProviderException.class, () -> provider(modelClass, settings).close());
    }

    @Nested
    class In_a_session {

        @TempDir
        Path directory;

        private final HookRegistry hooks = new HookRegistry();
        private final List<String> events = Collections.synchronizedList(new ArrayList<>());

        private Session session(String settings) throws IOException {
            Files.writeString(directory.resolve("notes.txt"), "the tide is low");
            Path file = Files.writeString(directory.resolve("parrot.yaml"), """
                    bundle: {name: parrot, version: 1.0.0}
                    session: {orchestrator: loop-streaming}
                    providers:
                      - module: provider-langchain4j
                        config:
                          model_class: org.example.parrot.ParrotStreamingChatModel
                          model: grey-1
                          api_key_env: PARROT_KEY
                          settings: {%s}
                    tools:
                      - module: tool-filesystem
                    """.formatted(settings));
            hooks.observe("*", (event, data) -> events.add(event + " " + data));
            AgentCatalog catalog = AgentCatalog.installed();
            Bundle bundle = catalog.loader().load(file);
            return Session.builder()
                    .bundle(bundle)
                    .catalog(catalog)
                    .hooks(hooks)
                    .workingDirectory(directory)
                    .retries(RetryPolicy.of(3, Duration.ofMillis(1), 1, Duration.ofMillis(1)))
                    .environment(name -> name.equals("PARROT_KEY") ? KEY : null)
                    .start();
        }

        private long count(String event) {
            return events.stream().filter(it -> it.startsWith(event + " ")).count();
        }

        @Test
        void it_is_asked_runs_tools_and_answers() throws IOException {
            try (Session session = session("phrase: Heard, mood: loud, words: [aye, aye], pause: 10ms")) {
                TurnResult result = session.prompt("What do my notes say?");

                assertThat(result.status()).isEqualTo(TurnStatus.SUCCESS);
                assertThat(result.answer()).startsWith("HEARD [AYE, AYE]").contains("THE TIDE IS LOW");
                assertThat(result.toolsRun()).isEqualTo(1);
                assertThat(result.usage().total()).isEqualTo(14);
            }
            assertThat(count("content_block:start")).isEqualTo(3);
            assertThat(count("tool:pre")).isEqualTo(1);
            assertThat(events).anyMatch(it -> it.startsWith("provider:response") && it.contains("tool_execution"));
        }

        @Test
        void what_may_pass_is_tried_again_and_its_key_is_told_nowhere() throws IOException {
            try (Session session = session("phrase: Heard, refusals: 2")) {
                assertThat(session.prompt("Hello").status()).isEqualTo(TurnStatus.SUCCESS);
            }
            assertThat(events)
                    .filteredOn(it -> it.startsWith("provider:retry"))
                    .hasSize(2)
                    .allMatch(it -> it.contains("rate_limited")
                            && it.contains("ParrotStreamingChatModel is asked too often: too many crackers"));
            assertThat(events).noneMatch(it -> it.contains(KEY));
        }

        @Test
        void a_cancelled_session_ends_a_stream_that_would_not_end() throws Exception {
            ParrotStreamingChatModel.cancelled = new CountDownLatch(1);
            try (Session session = session("phrase: forever")) {
                hooks.observe("content_block:delta", (event, data) -> session.cancel(Level.IMMEDIATE));

                assertThat(session.prompt("Hello").status()).isEqualTo(TurnStatus.INTERRUPTED);
            }
            assertThat(ParrotStreamingChatModel.cancelled.await(10, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Nested
    class A_model_that_does_not_stream {

        @Test
        void answers_in_one_block_for_each_thing_it_says() throws InterruptedException {
            RecordingSink sink = new RecordingSink();
            try (Provider provider = provider(ECHO, Map.of())) {
                ModelAnswer answer = provider.stream(Conversations.SHORT, sink);

                assertThat(answer.text()).isEqualTo("grey-1: Hi");
                assertThat(provider.answer(Conversations.SHORT).text()).isEqualTo("grey-1: Hi");
            }
            assertThat(sink.lines).containsExactly("start 0 text", "delta 0 grey-1: Hi", "end 0 text grey-1: Hi");
        }
    }

    @Nested
    class A_model_that_only_streams {

        private final ModelRequest told =
                new ModelRequest(List.of(Message.user("Hi"), Message.toolResult("p1", "land ahead")), List.of());

        @Test
        void answers_as_a_whole_too() throws InterruptedException {
            try (Provider provider = provider(PARROT, Map.of("phrase", "Heard"))) {
                assertThat(provider.answer(told))
                        .isEqualTo(new ModelAnswer("Heard [] land ahead", List.of(), new Usage(3, 4), "stop"));
            }
        }

        @Test
        void is_given_up_when_it_falls_silent() throws InterruptedException {
            ParrotStreamingChatModel.cancelled = new CountDownLatch(1);
            EventData settings = EventData.of("model_class", PARROT, "model", "grey-1", "timeout", "50ms")
                    .with("settings", Map.of("phrase", "forever"));
            try (Provider provider = new LangChainProviderModule().create(settings, name -> null)) {
                ProviderException late = catchThrowableOfType(ProviderException.class, () -> provider.answer(told));

                assertThat(late.kind()).isEqualTo(ProviderException.Kind.TIMEOUT);
            }
            assertThat(ParrotStreamingChatModel.cancelled.await(10, TimeUnit.SECONDS))
                    .isTrue();
        }
    }

    @Nested
    class What_is_wrong {

        @ParameterizedTest
        @CsvSource({
            "org.example.NoSuchModel, not on the class path",
            "java.lang.String, no chat model of LangChain4j",
        })
        void with_the_class_is_said(String modelClass, String problem) {
            assertThat(refused(modelClass, Map.of()))
                    .hasMessageContaining("model_class " + modelClass)
                    .hasMessageContaining(problem);
        }

        @Test
        void with_a_setting_is_said_with_its_name_and_what_is_expected() {
            assertThat(refused(PARROT, Map.of("refusals", "many")))
                    .hasMessageContaining("settings.refusals takes int, not: many");
            assertThat(refused(PARROT, Map.of("refusals", 1.5)))
                    .hasMessageContaining("settings.refusals takes int, not: 1.5");
            assertThat(refused(PARROT, Map.of("mood", "sad"))).hasMessageContaining("takes one of [CALM, LOUD]");
            assertThat(refused(PARROT, Map.of("words", "aye"))).hasMessageContaining("takes List<String>");
            assertThat(refused(PARROT, Map.of("pause", 3))).hasMessageContaining("takes Duration, as in 30s");
            assertThat(refused(PARROT, Map.of("cage", "x"))).hasMessageContaining("takes Thread");
        }

        @Test
        void is_a_setting_that_the_model_does_not_have() {
            assertThat(refused(PARROT, Map.of("top_k", 3)))
                    .hasMessageContaining("settings.top_k is no setting of ParrotStreamingChatModel")
                    .hasMessageContaining("mood, pause, phrase, refusals, words");
        }

        @ParameterizedTest
        @CsvSource({"apiKey", "api_key", "modelName", "logRequests", "log_responses", "maxRetries", "httpClientBuilder"
        })
        void is_a_setting_that_the_provider_makes_itself(String key) {
            assertThat(refused(PARROT, Map.of(key, "x")))
                    .hasMessageContaining("settings." + key + " is not for settings");
        }

        @Test
        void is_an_address_or_a_number_for_a_model_that_takes_none() {
            EventData settings = EventData.of("model_class", PARROT, "model", "grey-1");
            for (EventData more :
                    List.of(settings.with("base_url", "https://example.com"), settings.with("temperature", 0.5))) {
                assertThat(catchThrowableOfType(
                                ProviderException.class,
                                () -> new LangChainProviderModule().create(more, name -> null)))
                        .hasMessageContaining("is no setting of ParrotStreamingChatModel");
            }
        }

        @Test
        void is_said_without_the_key() {
            EventData settings = EventData.of("model_class", PARROT, "model", "grey-1", "api_key", KEY)
                    .with("settings", Map.of("phrase", 7, "refusals", KEY));

            ProviderException refused = catchThrowableOfType(
                    ProviderException.class, () -> new LangChainProviderModule().create(settings, name -> null));

            assertThat(refused.getMessage()).contains("settings.refusals").doesNotContain("01234");
        }
    }
}
