package dev.carabiner.langchain4j;

import dev.langchain4j.service.tool.AiServiceTool;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A provider that is asked again before each request to the model; what it gives later is guarded too. */
record GuardedProvider(ToolProvider provider, UnaryOperator<ToolExecutor> guard) implements ToolProvider {

    @Override
    public @Nullable ToolProviderResult provideTools(ToolProviderRequest request) {
        ToolProviderResult result = provider.provideTools(request);
        if (result == null) {
            return null;
        }
        List<AiServiceTool> tools = result.aiServiceTools().stream()
                .map(it -> it.toBuilder()
                        .toolExecutor(guard.apply(it.toolExecutor()))
                        .build())
                .toList();
        return ToolProviderResult.builder().addAll(tools).build();
    }

    @Override
    public boolean isDynamic() {
        return true;
    }
}
