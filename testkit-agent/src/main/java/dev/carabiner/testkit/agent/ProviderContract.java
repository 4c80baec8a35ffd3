package dev.carabiner.testkit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every provider promises to the agent's loop: whole answers, the same in pieces, an exception with a kind where there
 * is none, and an end when the caller is interrupted.
 */
@Timeout(120)
public abstract class ProviderContract {

    /** A provider whose model answers each request, within seconds and without tools. */
    protected abstract Provider answering() throws Exception;

    /** The same for a test that takes one answer in pieces; overridden where a service has to know that. */
    protected Provider streaming() throws Exception {
        return answering();
    }

    /** A provider whose service refuses every request; null if there cannot be one. */
    protected @Nullable Provider failing() throws Exception {
        return null;
    }

    /** A provider whose service never answers; null if there cannot be one. */
    protected @Nullable Provider silent() throws Exception {
        return null;
    }

    /** A key that must show up in no message; null if it has none. */
    protected @Nullable String key() {
        return null;
    }

    /** A short conversation that wants an answer; overridden where the model needs certain words. */
    protected ModelRequest request() {
        EventData schema = EventData.of("type", "object", "properties", EventData.empty());
        return new ModelRequest(List.of(Message.user("hello")), List.of(new ToolSpec("Noop", "Does nothing.", schema)));
    }

    @Test
    void it_has_a_name_that_a_bundle_can_hold_and_a_model() throws Exception {
        try (Provider provider = answering()) {
            assertThat(provider.name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
            assertThat(provider.model()).isNotBlank();
        }
    }

    @Test
    void an_answer_has_text_or_calls_each_with_an_id_of_its_own() throws Exception {
        try (Provider provider = answering()) {
            ModelAnswer answer = provider.answer(request());

            assertThat(answer.text().isEmpty() && answer.toolCalls().isEmpty())
                    .as("nothing at all")
                    .isFalse();
            assertThat(answer.toolCalls())
                    .extracting(ToolCall::id)
                    .doesNotHaveDuplicates()
                    .doesNotContain("");
            assertThat(answer.stopReason()).isNotNull();
            assertThat(answer.usage().inputTokens()).isNotNegative();
        }
    }

    @Test
    void a_stream_is_the_answer_in_pieces_on_the_callers_thread() throws Exception {
        try (Provider provider = streaming()) {
            Pieces pieces = new Pieces();
            ModelAnswer answer = provider.stream(request(), pieces);

            assertThat(pieces.problems).isEmpty();
            assertThat(pieces.texts).isEqualTo(answer.text());
        }
    }

    @Test
    void any_number_of_threads_may_ask_at_once() throws Exception {
        try (Provider provider = answering();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<ModelAnswer> call = () -> provider.answer(request());
            for (Future<ModelAnswer> done :
                    threads.invokeAll(IntStream.range(0, 10).mapToObj(i -> call).toList())) {
                assertThat(done.get()).isNotNull();
            }
        }
    }

    @Test
    void a_service_that_refuses_is_an_exception_with_a_kind_and_without_the_key() throws Exception {
        Provider provider = failing();
        if (provider == null) {
            return; // it needs no service
        }
        try (provider) {
            assertThatThrownBy(() -> provider.answer(request()))
                    .isInstanceOfSatisfying(ProviderException.class, this::assertDiscreet);
            assertThatThrownBy(() -> provider.stream(request(), new Pieces()))
                    .isInstanceOfSatisfying(ProviderException.class, this::assertDiscreet);
        }
    }

    private void assertDiscreet(ProviderException failure) {
        assertThat(failure.kind()).isNotNull();
        assertThat(failure.getMessage()).isNotBlank();
        if (key() != null) {
            assertThat(failure.toString()).doesNotContain(key());
        }
    }

    @Test
    void an_interruption_ends_a_call() throws Exception {
        Provider provider = silent();
        if (provider == null) {
            return; // it never waits
        }
        try (provider) {
            Thread caller = Thread.currentThread();
            Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(200);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                caller.interrupt();
            });

            assertThatThrownBy(() -> provider.answer(request())).isInstanceOf(InterruptedException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void closing_it_twice_does_no_harm() throws Exception {
        Provider provider = answering();
        provider.close();

        assertThatCode(provider::close).doesNotThrowAnyException();
    }

    /** Checks what every stream must keep: blocks from 0, one after another, each the sum of its pieces. */
    private static final class Pieces implements AnswerSink {

        private final Thread caller = Thread.currentThread();
        private final StringBuilder block = new StringBuilder();
        private final List<String> problems = new ArrayList<>();
        private String texts = "";
        private int next;
        private boolean open;

        @Override
        public void start(int index, String blockType) {
            expect(!open, "block " + index + " begins inside another");
            expect(index == next, "block " + index + " begins, expected " + next);
            expect(List.of("text", "thinking", "tool_use").contains(blockType), "the type " + blockType);
            open = true;
            next = index + 1;
            block.setLength(0);
        }

        @Override
        public void delta(int index, String piece) {
            expect(open && index == next - 1, "a piece of block " + index + ", which is not open");
            block.append(piece);
        }

        @Override
        public void end(int index, String blockType, String text) {
            expect(open && index == next - 1, "the end of block " + index + ", which is not open");
            expect(
                    text.contentEquals(block),
                    "block " + index + " ends as \"" + text + "\", its pieces are \"" + block + "\"");
            open = false;
            texts += blockType.equals("text") ? text : "";
        }

        private void expect(boolean holds, String otherwise) {
            if (!holds) {
                problems.add(otherwise);
            }
            if (!Thread.currentThread().equals(caller)) {
                problems.add("it came on another thread");
            }
        }
    }
}
