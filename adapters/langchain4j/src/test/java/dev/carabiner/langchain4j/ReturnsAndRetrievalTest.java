package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.guardrail.InputGuardrail;
import dev.langchain4j.guardrail.InputGuardrailResult;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools that return at once, and what the framework does with a prompt before and after the hooks see it. */
@Timeout(60)
class ReturnsAndRetrievalTest {

    interface Assistant {
        String ask(String prompt);
    }

    class Tools {
        @Tool(returnBehavior = ReturnBehavior.IMMEDIATE)
        String now() {
            done.add("now");
            return "now";
        }

        @Tool(returnBehavior = ReturnBehavior.IMMEDIATE_IF_LAST)
        String last() {
            done.add("last");
            return "last";
        }
    }

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final MessageWindowChatMemory memory = MessageWindowChatMemory.withMaxMessages(20);

    private AiServices<Assistant> service(ScriptedModel model) {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, policy.engine()))
                .chatModel(model)
                .chatMemory(memory);
    }

    private void denies(String... tools) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(tools),
                (event, data) -> HookResult.deny("not here"));
    }

    private static List<String> texts(List<ChatMessage> messages) {
        return messages.stream()
                .map(it -> LangChainMessages.FORM.shown(it).text())
                .toList();
    }

    @Nested
    class A_tool_that_returns_at_once {

        private void isReadByTheModelIfItIsDenied(String tool) {
            denies(tool);
            ScriptedModel model = ScriptedModel.of(calls("1", tool, "{}"), AiMessage.from("could not"));

            String answer = service(model).tools(new Tools()).build().ask("go");

            assertThat(answer).isEqualTo("could not");
            assertThat(done).isEmpty();
            ToolExecutionResultMessage told =
                    (ToolExecutionResultMessage) model.sent(2).getLast();
            assertThat(told.text()).isEqualTo("Denied by hook: not here");
            assertThat(told.isError()).isTrue();
        }

        @Test
        void is_read_by_the_model_if_it_is_denied() {
            isReadByTheModelIfItIsDenied("now");
        }

        @Test
        void is_read_by_the_model_if_it_is_denied_as_the_last_one() {
            isReadByTheModelIfItIsDenied("last");
        }

        @Test
        void returns_at_once_only_if_no_other_call_of_the_answer_was_denied() {
            denies("last");
            ScriptedModel model =
                    ScriptedModel.of(calls("1", "now", "{}", "2", "last", "{}"), AiMessage.from("could not"));

            assertThat(service(model).tools(new Tools()).build().ask("go")).isEqualTo("could not");
            assertThat(done).containsExactly("now");
        }

        /** On the page: there is no answer of the model, so there is no end that a hook could deny. */
        @Test
        void ends_the_call_whatever_a_hook_says_to_that() {
            policy.on("execution:complete", (event, data) -> HookResult.deny("go on"));
            ScriptedModel model = ScriptedModel.of(calls("1", "now", "{}"));

            assertThat(service(model).tools(new Tools()).build().ask("go")).isEqualTo("now");
            assertThat(model.requests()).hasSize(1);
            assertThat(policy.all("execution:complete")).hasSize(1);
        }
    }

    @Nested
    class A_prompt_that_something_was_retrieved_for {

        private AiServices<Assistant> retrieving(ScriptedModel model) {
            return service(model)
                    .contentRetriever(query -> List.of(Content.from("a fact")))
                    .storeRetrievedContentInChatMemory(false);
        }

        @Test
        void leaves_the_memory_if_it_is_denied() {
            policy.on("prompt:submit", (event, data) -> HookResult.deny("no"));

            assertThat(retrieving(ScriptedModel.of()).build().ask("secret")).isEqualTo("no");
            assertThat(memory.messages()).isEmpty();
        }

        @Test
        void is_in_request_and_memory_as_the_hooks_changed_it() {
            policy.on(
                    "prompt:submit",
                    (event, data) ->
                            HookResult.modify(data.with("prompt", "polite").asMap()));
            ScriptedModel model = ScriptedModel.of(AiMessage.from("hello"));

            retrieving(model).build().ask("rude");

            assertThat(texts(model.sent(1))).containsExactly("polite");
            assertThat(texts(memory.messages())).containsExactly("polite", "hello");
        }

        @Test
        void is_shown_to_the_hooks_with_it() {
            retrieving(ScriptedModel.of()).build().ask("tell");

            assertThat(policy.all("prompt:submit").getFirst().text("prompt")).contains("tell", "a fact");
        }
    }

    @Nested
    class A_prompt_that_the_memory_does_not_keep {

        /** Keeps one prompt out. */
        record Choosy(ChatMemory kept) implements ChatMemory {

            @Override
            public Object id() {
                return kept.id();
            }

            @Override
            public void add(ChatMessage message) {
                if (!message.equals(UserMessage.from("fleeting"))) {
                    kept.add(message);
                }
            }

            @Override
            public List<ChatMessage> messages() {
                return kept.messages();
            }

            @Override
            public void clear() {
                kept.clear();
            }
        }

        private String ask(AiMessage... answers) {
            memory.add(UserMessage.from("earlier"));
            memory.add(AiMessage.from("yes"));
            return service(ScriptedModel.of(answers))
                    .chatMemory(new Choosy(memory))
                    .build()
                    .ask("fleeting");
        }

        @Test
        void takes_no_earlier_one_with_it_if_it_is_denied() {
            policy.on("prompt:submit", (event, data) -> HookResult.deny("no"));

            assertThat(ask()).isEqualTo("no");
            assertThat(texts(memory.messages())).containsExactly("earlier", "yes");
        }

        @Test
        void takes_no_earlier_ones_place_if_it_is_changed() {
            policy.on(
                    "prompt:submit",
                    (event, data) ->
                            HookResult.modify(data.with("prompt", "polite").asMap()));

            ask(AiMessage.from("hello"));

            assertThat(texts(memory.messages())).containsExactly("earlier", "yes", "hello");
        }
    }

    @Test
    void what_an_input_guardrail_makes_of_a_prompt_is_what_the_hooks_judge() {
        policy.on("prompt:submit", (event, data) -> "other".equals(data.text("prompt")) ? HookResult.deny("no") : null);
        InputGuardrail guardrail = new InputGuardrail() {
            @Override
            public InputGuardrailResult validate(UserMessage prompt) {
                return successWith("other");
            }
        };

        assertThat(service(ScriptedModel.of())
                        .inputGuardrails(guardrail)
                        .build()
                        .ask("go"))
                .isEqualTo("no");
    }

    @Test
    void what_a_transformer_adds_to_a_request_is_seen_by_the_hooks() {
        ScriptedModel model = ScriptedModel.of();

        service(model)
                .chatRequestTransformer(request -> {
                    List<ChatMessage> more = new ArrayList<>(request.messages());
                    more.add(UserMessage.from("and more"));
                    return request.toBuilder().messages(more).build();
                })
                .build()
                .ask("go");

        assertThat(texts(model.sent(1))).containsExactly("go", "and more");
        assertThat(policy.all("provider:request").getFirst().toString()).contains("and more");
    }
}
