package dev.carabiner.adk;

import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.codeexecutors.BaseCodeExecutor;
import com.google.adk.codeexecutors.BuiltInCodeExecutor;
import com.google.adk.codeexecutors.CodeExecutionUtils;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.host.Turn;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Code in an answer of the model, which ADK hands to the agent's code executor after the plugins: no tool call, and run by
 * the application all the same. It is judged as a call of the tool {@value #TOOL} before ADK sees the answer.
 */
final class AdkCode {

    static final String TOOL = "code_execution";

    private AdkCode() {}

    /** Whether ADK would run code of this answer in the application. Of a streamed one it looks at the whole only. */
    static boolean isIn(CallbackContext context, LlmResponse response) {
        BaseCodeExecutor executor = executor(context);
        Content content = response.content().orElse(null);
        return executor != null
                && content != null
                && !response.partial().orElse(false)
                && CodeExecutionUtils.extractCodeAndTruncateContent(content.toBuilder(), executor.codeBlockDelimiters())
                        .isPresent();
    }

    /** The answer that ADK is to see instead; null for the one that came. */
    static @Nullable LlmResponse judged(CallbackContext context, Turn turn, LlmResponse response) {
        BaseCodeExecutor executor = executor(context);
        Content content = response.content().orElse(null);
        if (executor == null || content == null) {
            return null;
        }
        Content.Builder before = content.toBuilder();
        String code = CodeExecutionUtils.extractCodeAndTruncateContent(before, executor.codeBlockDelimiters())
                .orElse(null);
        if (code == null) {
            return null;
        }
        AtomicReference<@Nullable String> permitted = new AtomicReference<>();
        ToolCall call = new ToolCall("code-" + UUID.randomUUID(), TOOL, EventData.of("code", code));
        ToolAnswer answer = turn.call(call, () -> List.of(TOOL), input -> {
            permitted.set(input.text("code"));
            return input.text("code") == null
                    ? ToolResult.failed("The hooks left no code to run")
                    : ToolResult.of("Handed to the agent's code executor");
        });
        String left = permitted.get();
        if (answer.isError() || left == null) {
            return response.toBuilder()
                    .content(AdkContents.of("model", answer.text()))
                    .build();
        }
        return code.equals(left) ? null : withCode(response, before.build(), left);
    }

    /** Code runs in the application unless the model's host runs it. */
    private static @Nullable BaseCodeExecutor executor(CallbackContext context) {
        return context.invocationContext().agent() instanceof LlmAgent agent
                ? agent.codeExecutor()
                        .filter(it -> it.getClass() != BuiltInCodeExecutor.class)
                        .orElse(null)
                : null;
    }

    /** What was judged is what runs. */
    private static LlmResponse withCode(LlmResponse response, Content before, String code) {
        List<Part> parts = new ArrayList<>(AdkContents.parts(before));
        parts.removeIf(it -> it.executableCode().isPresent());
        parts.add(CodeExecutionUtils.buildExecutableCodePart(code));
        return response.toBuilder()
                .content(Content.builder().role("model").parts(parts).build())
                .build();
    }
}
