package dev.carabiner.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.BeforeToolExecution;
import dev.langchain4j.service.tool.ToolExecution;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolService;
import dev.langchain4j.service.tool.ToolServiceContext;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tools of a service, each behind a {@link GuardedExecutor}: those that the service was built with, those of
 * providers (MCP included) and those that come later. The framework calls {@link #createContext} once for each call of
 * the service, before it asks the model; so the turn begins there.
 */
final class HookedToolService extends ToolService {

    /** The call of the service whose tool is about to run on this thread; weak, because threads outlive calls. */
    private static final ThreadLocal<@Nullable WeakReference<InvocationContext>> CALLING = new ThreadLocal<>();

    private final HookedContext service;
    private final Invocations invocations;
    private final Compensations compensations;

    HookedToolService(HookedContext service, Invocations invocations) {
        this.service = service;
        this.invocations = invocations;
        this.compensations = new Compensations(invocations);
        super.onCompensableToolExecution(compensations::ran);
        super.onToolExecutionError(compensations::failed);
        super.beforeToolExecution(HookedToolService::calling);
    }

    @Override
    public ToolServiceContext createContext(InvocationContext context, UserMessage prompt, List<ChatMessage> messages) {
        service.wrapModels();
        ServiceInvocation invocation = invocations.begin(context, prompt);
        if (!invocation.isAsSubmitted()) {
            PromptMemory.settle(service, context, invocation);
            messages.replaceAll(it -> it.equals(prompt) ? invocation.settled() : it);
        }
        ToolServiceContext tools = super.createContext(context, invocation.settled(), messages);
        invocation.offers(() ->
                tools.effectiveTools().stream().map(ToolSpecification::name).toList());
        return guarded(tools);
    }

    private ToolServiceContext guarded(ToolServiceContext tools) {
        if (tools.toolExecutors().isEmpty() && tools.dynamicToolProviders().isEmpty()) {
            return tools;
        }
        Map<String, ToolExecutor> executors = new HashMap<>();
        tools.toolExecutors().forEach((name, executor) -> executors.put(name, guarded(executor)));
        List<ToolProvider> late = new ArrayList<>();
        tools.dynamicToolProviders().forEach(it -> late.add(new GuardedProvider(it, this::guarded)));
        return tools.toBuilder()
                .toolExecutors(executors)
                .dynamicToolProviders(late)
                .build();
    }

    private ToolExecutor guarded(ToolExecutor executor) {
        return executor instanceof GuardedExecutor ? executor : new GuardedExecutor(executor, invocations);
    }

    private static void calling(BeforeToolExecution call) {
        CALLING.set(new WeakReference<>(call.invocationContext()));
    }

    @Override
    public void beforeToolExecution(Consumer<BeforeToolExecution> listener) {
        Consumer<BeforeToolExecution> first = HookedToolService::calling;
        super.beforeToolExecution(first.andThen(listener));
    }

    /** A call of a tool that there is not: what the application answers it is judged and recorded as that tool's result. */
    @Override
    public ToolExecutionResult applyToolHallucinationStrategy(ToolExecutionRequest request) {
        WeakReference<InvocationContext> calling = CALLING.get();
        ToolExecutor strategy = (permitted, id) ->
                super.applyToolHallucinationStrategy(permitted).resultText();
        return guarded(strategy).executeWithContext(request, calling == null ? null : calling.get());
    }

    /** Taken over, because the framework would run compensating actions past the hooks, and after a denial too. */
    @Override
    public void compensateOnToolErrors(boolean isWanted) {
        super.compensateOnToolErrors(isWanted); // it checks what the service has
        super.compensateOnToolErrors(false);
        compensations.runOnErrors(isWanted);
    }

    @Override
    public void onCompensableToolExecution(BiConsumer<ToolExecution, Consumer<ToolExecution>> listener) {
        super.onCompensableToolExecution(compensations::ran); // it checks what the service has
        compensations.tell(listener);
    }

    @Override
    public void onToolExecutionError(Consumer<InvocationContext> listener) {
        compensations.tellErrors(listener);
    }
}
