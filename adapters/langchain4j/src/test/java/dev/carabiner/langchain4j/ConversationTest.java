package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.host.Conversations;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.memory.ChatMemoryAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConversationTest {

    interface Assistant extends ChatMemoryAccess {
        String ask(@MemoryId String id, @UserMessage String prompt);

        TokenStream stream(@MemoryId String id, @UserMessage String prompt);
    }

    private final TestPolicy policy = new TestPolicy();
    private final Map<Object, MessageWindowChatMemory> memories = new ConcurrentHashMap<>();

    private Assistant assistant(ScriptedModel model, Object... tools) {
        return assistant(Conversations.under(policy.engine()), model, tools);
    }

    private Assistant assistant(Conversations conversations, ScriptedModel model, Object... tools) {
        var builder = AiServices.<Assistant>builder(Hooked.context(Assistant.class, conversations))
                .chatModel(model)
                .streamingChatModel(model.streaming())
                .chatMemoryProvider(
                        id -> memories.computeIfAbsent(id, any -> MessageWindowChatMemory.withMaxMessages(20)));
        return tools.length == 0 ? builder.build() : builder.tools(tools).build();
    }

    private static List<String> texts(List<ChatMessage> messages) {
        return messages.stream()
                .map(it -> LangChainMessages.FORM.shown(it).text())
                .toList();
    }

    @Test
    void counts_as_not_confined_because_the_application_runs_the_tools_itself() {
        try (Conversations conversations = Conversations.under(policy.engine())) {
            assertThat(conversations.of("1").session().coordinator().isConfined())
                    .isFalse();
        }
    }

    @Nested
    class Prompts {

        @Test
        void that_are_changed_are_changed_in_request_and_memory() {
            policy.on(
                    "prompt:submit",
                    (event, data) ->
                            HookResult.modify(data.with("prompt", "polite").asMap()));
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));

            assistant(model).ask("1", "rude");

            assertThat(texts(model.sent(1))).containsExactly("polite");
            assertThat(texts(memories.get("1").messages())).containsExactly("polite", "hello");
        }

        @Test
        void that_are_denied_are_answered_with_the_reason_and_leave_nothing_behind() {
            policy.on(
                    "prompt:submit", (event, data) -> "bad".equals(data.text("prompt")) ? HookResult.deny("no") : null);
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));
            Assistant assistant = assistant(model);

            assertThat(assistant.ask("1", "bad")).isEqualTo("no");
            assertThat(model.requests()).isEmpty();
            assertThat(memories.get("1").messages()).isEmpty();
            assertThat(assistant.ask("1", "good")).isEqualTo("hello");
            assertThat(texts(model.sent(1))).containsExactly("good");
        }
    }

    @Nested
    class Requests_to_the_model {

        @Test
        void can_be_changed() {
            policy.on(
                    "provider:request",
                    (event, data) -> HookResult.modify(
                            data.with("messages", List.of(EventData.of("role", "user", "content", "instead")))
                                    .asMap()));
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));

            assistant(model).ask("1", "hi");

            assertThat(texts(model.sent(1))).containsExactly("instead");
        }

        @Test
        void that_are_denied_end_the_turn_with_the_reason() {
            policy.on("provider:request", (event, data) -> HookResult.deny("no model today"));
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));

            assertThat(assistant(model).ask("1", "hi")).isEqualTo("no model today");
            assertThat(model.requests()).isEmpty();
        }

        @Test
        void get_what_was_injected_for_one_of_them_only() {
            policy.on("prompt:submit", (event, data) -> HookResult.inject("now").ephemeral());
            ScriptedModel model = ScriptedModel.of(calls("1", "echo", "{}"), AiMessage.from("ok"));

            assistant(model, new Echo()).ask("1", "hi");

            assertThat(texts(model.sent(1))).containsExactly("hi", "<system>\nnow\n</system>");
            assertThat(texts(model.sent(2))).doesNotContain("<system>\nnow\n</system>");
        }
    }

    private final List<String> done = new CopyOnWriteArrayList<>();

    class Echo {
        @Tool
        String echo() {
            done.add("echo");
            return "echo";
        }
    }

    @Nested
    class Answers_of_the_model {

        @Test
        void that_are_denied_run_no_tool() {
            policy.on("provider:response", (event, data) -> HookResult.deny("not like this"));
            ScriptedModel model = ScriptedModel.of(calls("1", "echo", "{}"));

            assertThat(assistant(model, new Echo()).ask("1", "hi")).isEqualTo("not like this");
            assertThat(done).isEmpty();
        }

        @Test
        void that_are_denied_run_no_tool_when_streamed_and_tools_run_beside_each_other() {
            policy.on("provider:response", (event, data) -> HookResult.deny("not like this"));
            ScriptedModel model = ScriptedModel.of(calls("1", "echo", "{}"));
            Assistant assistant = AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                    .streamingChatModel(model.streaming())
                    .chatModel(model)
                    .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                    .executeToolsConcurrently()
                    .tools(new Echo())
                    .build();

            assertThat(streamed(assistant, "hi", new CopyOnWriteArrayList<>())).isEqualTo("not like this");
            assertThat(done).isEmpty();
        }

        @Test
        void stop_at_the_piece_that_is_denied() {
            policy.on(
                    "content_block:delta",
                    (event, data) -> "secret ".equals(data.text("delta")) ? HookResult.deny("a secret") : null);
            ScriptedModel model = ScriptedModel.of(AiMessage.from("the secret word"));
            List<String> pieces = new CopyOnWriteArrayList<>();

            assertThat(streamed(assistant(model), "hi", pieces)).isEqualTo("a secret");
            assertThat(pieces).containsExactly("the ");
        }

        private String streamed(Assistant assistant, String prompt, List<String> pieces) {
            CompletableFuture<String> answer = new CompletableFuture<>();
            assistant.stream("1", prompt)
                    .onPartialResponse(pieces::add)
                    .onCompleteResponse(it -> answer.complete(it.aiMessage().text()))
                    .onError(answer::completeExceptionally)
                    .start();
            return answer.join();
        }
    }

    @Nested
    class Sessions {

        @Test
        void are_kept_by_memory_id_and_end_with_the_memory() {
            Assistant assistant = assistant(ScriptedModel.of());
            assistant.ask("1", "hi");
            assistant.ask("2", "hi");
            assistant.ask("1", "hi");
            assertThat(policy.all("session:start")).hasSize(2);

            assistant.evictChatMemory("1");
            assertThat(policy.all("session:end")).hasSize(1);
        }

        @Test
        void of_a_service_without_memory_last_for_one_call() {
            interface Stateless {
                String ask(String prompt);
            }
            Stateless service = AiServices.<Stateless>builder(Hooked.context(Stateless.class, policy.engine()))
                    .chatModel(ScriptedModel.of())
                    .build();
            service.ask("hi");
            service.ask("hi");

            assertThat(policy.all("session:start")).hasSize(2);
            assertThat(policy.all("session:end")).hasSize(2);
        }

        @Test
        void end_when_they_are_not_used() throws Exception {
            Conversations conversations = Conversations.builder(policy.engine())
                    .idleAfter(Duration.ofMillis(100))
                    .build();
            assistant(conversations, ScriptedModel.of()).ask("1", "hi");

            long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
            while (policy.all("session:end").isEmpty() && System.nanoTime() < until) {
                Thread.sleep(10);
            }
            assertThat(policy.all("session:end")).hasSize(1);
            assertThat(conversations.size()).isZero();
        }

        @Test
        void are_no_more_than_the_limit() {
            Conversations conversations =
                    Conversations.builder(policy.engine()).atMost(3).build();
            Assistant assistant = assistant(conversations, ScriptedModel.of());
            for (int i = 0; i < 10; i++) {
                assistant.ask("c" + i, "hi");
            }

            assertThat(conversations.size()).isLessThanOrEqualTo(3);
            assertThat(policy.all("session:end")).hasSizeGreaterThanOrEqualTo(7);
        }
    }

    /** The model is wrapped at the first call, and all of these are first. */
    @Test
    void first_calls_at_once_wrap_the_model_once() throws Exception {
        for (int round = 0; round < 50; round++) {
            Assistant assistant = assistant(Conversations.under(policy.engine()), ScriptedModel.of());
            java.util.concurrent.CountDownLatch start = new java.util.concurrent.CountDownLatch(1);
            java.util.concurrent.atomic.AtomicInteger answered = new java.util.concurrent.atomic.AtomicInteger();
            java.util.List<Thread> threads = new java.util.ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String id = "c" + i;
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        assistant.ask(id, "hi");
                        answered.incrementAndGet();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }));
            }
            start.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(answered).hasValue(8);
        }
    }

    @Test
    void errors_of_the_model_are_told_and_thrown() {
        ScriptedModel model = ScriptedModel.of();
        Assistant assistant = AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                .chatModel(new dev.langchain4j.model.chat.ChatModel() {
                    @Override
                    public dev.langchain4j.model.chat.response.ChatResponse doChat(
                            dev.langchain4j.model.chat.request.ChatRequest request) {
                        throw new IllegalStateException("overloaded");
                    }
                })
                .streamingChatModel(model.streaming())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(20))
                .build();

        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> assistant.ask("1", "hi")))
                .hasMessage("overloaded");
        assertThat(policy.all("error:provider")).hasSize(1);
        assertThat(policy.all("prompt:complete")).hasSize(1);
    }
}
