package dev.carabiner.langchain4j;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.host.ToolFailure;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.exception.ToolExecutionException;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A tool that runs only through the session's guarded call. */
record GuardedExecutor(ToolExecutor tool, Invocations invocations) implements ToolExecutor {

    @Override
    public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
        ServiceInvocation invocation = context == null ? null : invocations.of(context);
        if (invocation == null) {
            return error(ToolAnswer.denial("The call of the service that this tool call belongs to has ended"));
        }
        String id = Objects.requireNonNullElse(request.id(), "");
        EventData input;
        try {
            input = LangChainMessages.input(request);
        } catch (CarabinerException e) {
            ToolCall call = new ToolCall(id, request.name(), EventData.empty());
            return error(invocation
                    .turn()
                    .unreadable(call, "The arguments of this call are not valid JSON: " + e.getMessage()));
        }
        return new Run(request, context).through(invocation, new ToolCall(id, request.name(), input));
    }

    /** For frameworks of before; it knows no call, so nothing is permitted. */
    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
        throw new IllegalStateException(
                "Tool " + request.name() + " is guarded, and runs only in a call of its service");
    }

    private static ToolExecutionResult error(String text) {
        return ToolExecutionResult.builder().isError(true).resultText(text).build();
    }

    /** One run of the tool, with what became of it. */
    private final class Run {

        private final ToolExecutionRequest request;
        private final InvocationContext context;
        private @Nullable ToolExecutionResult result;
        private @Nullable String text;
        private @Nullable RuntimeException problem;
        private @Nullable Throwable thrown; // by the tool itself

        Run(ToolExecutionRequest request, InvocationContext context) {
            this.request = request;
            this.context = context;
        }

        ToolExecutionResult through(ServiceInvocation invocation, ToolCall call) {
            ToolAnswer answer = invocation.turn().call(call, invocation.available(), this::body);
            if (answer.isError() && answer.status() != ToolAnswer.Status.DENIED) {
                invocation.toolFailed(call.name());
            }
            if (problem != null && ToolFailure.isToldAsThrown(answer, thrown)) {
                throw problem; // the service may have a handler for it
            }
            if (result != null && answer.text().equals(text) && answer.isError() == result.isError()) {
                return result;
            }
            return answer.isError()
                    ? error(answer.text())
                    : ToolExecutionResult.builder()
                            .result(answer.text()) // not the tool's own object, which the hooks have not left as it was
                            .resultText(answer.text())
                            .attributes(result == null ? Map.of() : result.attributes())
                            .build();
        }

        /** What was judged is what runs: the permitted input is written anew, whatever text the model wrote. */
        private ToolResult body(EventData permitted) throws Exception {
            ToolExecutionRequest allowed = request.toBuilder()
                    .arguments(EventDataJson.write(permitted))
                    .build();
            try {
                ToolExecutionResult given = tool.executeWithContext(allowed, context);
                String output = LangChainMessages.text(given.resultContents());
                result = given;
                text = output;
                return given.isError() ? ToolResult.failed(output) : ToolResult.of(output);
            } catch (RuntimeException e) {
                thrown = e instanceof ToolExecutionException && e.getCause() != null ? e.getCause() : e;
                problem = e;
                if (thrown instanceof Exception told) {
                    throw told;
                }
                throw e;
            }
        }
    }
}
