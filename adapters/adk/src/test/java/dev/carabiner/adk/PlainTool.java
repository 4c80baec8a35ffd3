package dev.carabiner.adk;

import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.FunctionDeclaration;
import io.reactivex.rxjava3.core.Single;
import java.util.Map;
import java.util.Optional;

/** A tool of a test, which does what the test says and gives that as its {@code result}. */
final class PlainTool extends BaseTool {

    /** What it does. */
    interface Body {
        Object run(Map<String, Object> arguments) throws Exception;
    }

    private final Body body;

    PlainTool(String name, Body body) {
        super(name, "of a test");
        this.body = body;
    }

    @Override
    public Optional<FunctionDeclaration> declaration() {
        return Optional.of(FunctionDeclaration.builder()
                .name(name())
                .description(description())
                .build());
    }

    @Override
    public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
        return Single.fromCallable(() -> Map.of("result", body.run(arguments)));
    }
}
