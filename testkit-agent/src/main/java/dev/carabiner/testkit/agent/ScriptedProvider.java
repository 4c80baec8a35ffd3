package dev.carabiner.testkit.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.carabiner.runtime.provider.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A model that plays a script: one step for each request, in order. It remembers what it was sent. A step may be preceded
 * by assertions about the request that it answers ({@link #expecting}); since an agent's loop takes whatever a provider
 * throws for a failure of the model, a broken one is kept, and {@link #verify()} throws it. A request beyond the end of
 * the script is such a failure too.
 */
public final class ScriptedProvider implements Provider {

    private static final Usage USAGE = new Usage(10, 5);

    /** One answer, or the failure to give one. */
    private interface Step {
        ModelAnswer play(ModelRequest request) throws InterruptedException;
    }

    private record Line(@Nullable Consumer<ModelRequest> expectation, Step step) {}

    private final Queue<Line> script = new ConcurrentLinkedQueue<>();
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Throwable> broken = new CopyOnWriteArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private @Nullable Consumer<ModelRequest> expected;
    private volatile boolean closed;

    /** A model with nothing to say yet. */
    public ScriptedProvider() {}

    /** Assertions about the request that the next step answers. */
    public ScriptedProvider expecting(Consumer<ModelRequest> assertions) {
        Consumer<ModelRequest> before = expected;
        expected = before == null ? assertions : before.andThen(assertions);
        return this;
    }

    /** The model says this. */
    public ScriptedProvider says(String text) {
        return step(request -> new ModelAnswer(text, List.of(), USAGE, "end_turn"));
    }

    /**
     * The model calls one tool.
     *
     * @param input alternating keys and values
     */
    public ScriptedProvider calls(String tool, @Nullable Object... input) {
        EventData data = EventData.empty();
        for (int i = 0; i + 1 < input.length; i += 2) {
            data = data.with(String.valueOf(input[i]), input[i + 1]);
        }
        return calls(new ToolCall("call-" + calls.incrementAndGet(), tool, data));
    }

    /** The model calls these tools in one answer. */
    public ScriptedProvider calls(ToolCall... several) {
        List<ToolCall> all = List.of(several);
        return step(request -> new ModelAnswer("", all, USAGE, "tool_use"));
    }

    /** The service fails. */
    public ScriptedProvider fails(Kind kind, String message) {
        return step(request -> {
            throw new ProviderException(name(), kind, message, null);
        });
    }

    /** What the model answers depends on what it was sent. Called on the thread of the agent's loop. */
    public ScriptedProvider answers(Function<ModelRequest, ModelAnswer> answer) {
        return step(answer::apply);
    }

    /** Waits until it is interrupted, as a service that does not answer. */
    public ScriptedProvider staysSilent() {
        return step(request -> {
            new CountDownLatch(1).await();
            throw new IllegalStateException("it was not interrupted");
        });
    }

    /** What it was sent, in order. */
    public List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    /** The texts of the messages of one request, counted from 1. */
    public List<String> sent(int request) {
        if (request < 1 || request > requests.size()) {
            throw new AssertionError(
                    "There is no request " + request + "; the model was asked " + requests.size() + " times");
        }
        return requests.get(request - 1).messages().stream().map(Message::text).toList();
    }

    /** Whether it has been closed. */
    public boolean closed() {
        return closed;
    }

    /**
     * Says whether all went as the script has it.
     *
     * @throws AssertionError if an expectation was not met, a request came after the last step, or steps are left
     */
    public void verify() {
        if (!broken.isEmpty()) {
            AssertionError first = new AssertionError(broken.getFirst().getMessage(), broken.getFirst());
            broken.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
        if (!script.isEmpty()) {
            throw new AssertionError(script.size() + " steps of the script were not played; the model was asked "
                    + requests.size() + " times");
        }
    }

    @Override
    public String name() {
        return "provider-script";
    }

    @Override
    public String model() {
        return "script-1";
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("The script was interrupted");
        }
        requests.add(request);
        Line line = script.poll();
        if (line == null) {
            return unscripted(request);
        }
        try {
            if (line.expectation() != null) {
                line.expectation().accept(request);
            }
        } catch (AssertionError | RuntimeException e) {
            broken.add(e);
        }
        return line.step().play(request);
    }

    private ModelAnswer unscripted(ModelRequest request) {
        String last = request.messages().isEmpty()
                ? "nothing"
                : request.messages().getLast().text();
        String problem = "The script has no answer for request " + requests.size() + ", whose last message is: " + last;
        broken.add(new AssertionError(problem));
        throw new ProviderException(name(), Kind.REJECTED, problem, null);
    }

    /** The whole answer, its text word by word. */
    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException {
        ModelAnswer answer = answer(request);
        int index = 0;
        if (!answer.text().isEmpty()) {
            pieces.start(index, "text");
            for (String word : answer.text().split("(?<= )", -1)) {
                pieces.delta(0, word);
            }
            pieces.end(index++, "text", answer.text());
        }
        for (ToolCall call : answer.toolCalls()) {
            String input = CanonicalJson.of(call.input());
            pieces.start(index, "tool_use");
            pieces.delta(index, input);
            pieces.end(index++, "tool_use", input);
        }
        return answer;
    }

    @Override
    public void close() {
        closed = true;
    }

    private ScriptedProvider step(Step step) {
        script.add(new Line(expected, step));
        expected = null;
        return this;
    }

    /** The text of the last tool result in a request; for {@link #expecting}. */
    public static String lastToolResult(ModelRequest request) {
        List<Message> results = new ArrayList<>(request.messages());
        results.removeIf(message -> message.role() != Role.TOOL);
        return results.isEmpty() ? "" : results.getLast().text();
    }
}
