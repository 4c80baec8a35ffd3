package dev.carabiner.springai;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.ToolFailure;
import dev.carabiner.host.Turn;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** The calls of one answer while the manager runs them: one after another, as the framework's does, or beside each other. */
final class RunningCalls {

    private static final ThreadLocal<@Nullable RunningCalls> CURRENT = new ThreadLocal<>();

    private final Turn turn;
    private final Queue<AssistantMessage.ToolCall> left;
    private final Supplier<List<String>> available;
    private volatile boolean hadError;

    RunningCalls(Turn turn, List<AssistantMessage.ToolCall> calls, Supplier<List<String>> available) {
        this.turn = turn;
        this.left = new ConcurrentLinkedQueue<>(calls);
        this.available = available;
    }

    /** Null where no answer's calls are run: then no tool is. */
    static @Nullable RunningCalls current() {
        return CURRENT.get();
    }

    <T> T whileCurrent(Supplier<T> run) {
        RunningCalls before = CURRENT.get();
        CURRENT.set(this);
        try {
            return run.get();
        } finally {
            CURRENT.set(before);
        }
    }

    boolean hadError() {
        return hadError;
    }

    /** What a tool does with its arguments. */
    interface Run {
        String call(String arguments);
    }

    /** The whole guarded call. The framework does not say which call it is, so it is the next one that looks the same. */
    String call(String name, String arguments, Run tool) {
        String id = idOf(name, arguments);
        EventData input;
        try {
            input = SpringMessages.input(arguments);
        } catch (CarabinerException e) {
            hadError = true;
            ToolCall unreadable = new ToolCall(id, name, EventData.empty());
            return turn.unreadable(unreadable, "The arguments of this call are not valid JSON: " + e.getMessage());
        }
        Holder holder = new Holder();
        ToolAnswer answer =
                turn.call(new ToolCall(id, name, input), available, permitted -> holder.run(tool, permitted));
        if (answer.isError()) {
            hadError = true;
        }
        if (holder.problem != null && ToolFailure.isToldAsThrown(answer, holder.problem.getCause())) {
            throw holder.problem; // the application may have a processor for it
        }
        return answer.text();
    }

    /** Each call is found once, also if calls look for theirs at the same time. A loop may write the arguments anew. */
    private String idOf(String name, String arguments) {
        String exact = take(it -> it.name().equals(name) && argumentsOf(it).equals(arguments));
        String id = exact == null ? take(it -> it.name().equals(name)) : exact;
        return id == null ? "" : id;
    }

    private @Nullable String take(Predicate<AssistantMessage.ToolCall> wanted) {
        for (AssistantMessage.ToolCall call : List.copyOf(left)) {
            if (wanted.test(call) && left.remove(call)) {
                return call.id();
            }
        }
        return null;
    }

    private static String argumentsOf(AssistantMessage.ToolCall call) {
        return call.arguments() == null || call.arguments().isBlank() ? "{}" : call.arguments();
    }

    /** How a run ended. */
    private static final class Holder {

        private @Nullable RuntimeException problem;

        /** What was judged is what runs: the permitted input is written anew. */
        ToolResult run(Run tool, EventData permitted) throws Exception {
            try {
                return ToolResult.of(Objects.requireNonNullElse(tool.call(EventDataJson.write(permitted)), ""));
            } catch (ToolExecutionException | UnknownToolException e) {
                problem = e;
                throw e.getCause() instanceof Exception cause ? cause : e;
            }
        }
    }
}
