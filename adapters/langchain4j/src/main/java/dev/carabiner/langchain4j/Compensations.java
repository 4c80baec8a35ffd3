package dev.carabiner.langchain4j;

import dev.carabiner.context.ToolCall;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecution;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The actions of {@code @CompensateFor} methods, which undo what a tool has done. Each is a guarded call of its own, named
 * {@code compensate_} and the tool. They run when a tool has failed; a denial undoes nothing.
 */
final class Compensations {

    private static final Logger LOG = System.getLogger(Compensations.class.getName());

    private record Undo(ToolExecution execution, Consumer<ToolExecution> action) {}

    private final Invocations invocations;
    private final Map<UUID, List<Undo>> done = Collections.synchronizedMap(new WeakHashMap<>());
    private volatile boolean runsOnErrors;
    private volatile @Nullable BiConsumer<ToolExecution, Consumer<ToolExecution>> listener;
    private volatile @Nullable Consumer<InvocationContext> errorListener;

    Compensations(Invocations invocations) {
        this.invocations = invocations;
    }

    void runOnErrors(boolean isWanted) {
        runsOnErrors = isWanted;
    }

    void tell(BiConsumer<ToolExecution, Consumer<ToolExecution>> newListener) {
        listener = newListener;
    }

    void tellErrors(Consumer<InvocationContext> newListener) {
        errorListener = newListener;
    }

    /** A tool has run that can be undone. Undoing it goes through the hooks. */
    void ran(ToolExecution execution, Consumer<ToolExecution> action) {
        Consumer<ToolExecution> guarded = it -> guarded(it, action);
        if (runsOnErrors) {
            done.computeIfAbsent(execution.invocationContext().invocationId(), any -> new ArrayList<>())
                    .add(new Undo(execution, guarded));
        }
        if (listener != null) {
            listener.accept(execution, guarded);
        }
    }

    /** The tools of one answer have run, and one of them ended with an error. */
    void failed(InvocationContext context) {
        ServiceInvocation invocation = invocations.of(context);
        String tool = invocation == null ? null : invocation.takeFailure();
        if (invocation == null || tool == null) {
            return; // it was a denial
        }
        List<Undo> undos = done.remove(context.invocationId());
        for (Undo undo : undos == null ? List.<Undo>of() : undos.reversed()) {
            undo.action().accept(undo.execution());
        }
        if (errorListener != null) {
            errorListener.accept(context);
        }
    }

    private void guarded(ToolExecution execution, Consumer<ToolExecution> action) {
        ServiceInvocation invocation = invocations.of(execution.invocationContext());
        if (invocation == null) {
            LOG.log(
                    Logger.Level.WARNING,
                    () -> "Nothing is undone after the end of the call: "
                            + execution.request().name());
            return;
        }
        String name = execution.request().name();
        String id = Objects.requireNonNullElse(execution.request().id(), "");
        ToolCall call = new ToolCall(id + "-undo", "compensate_" + name, LangChainMessages.input(execution.request()));
        ToolAnswer answer = invocation.turn().call(call, () -> List.of(call.name()), permitted -> {
            action.accept(execution);
            return ToolResult.of("Undone: " + name);
        });
        String said =
                answer.isError() ? "could not be undone: " + answer.text() : "has been undone since another failed";
        invocation.turn().conversation().tell("What tool " + name + " had done (call " + id + ") " + said);
    }
}
