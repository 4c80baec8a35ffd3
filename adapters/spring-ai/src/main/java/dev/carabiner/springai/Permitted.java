package dev.carabiner.springai;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.tool.execution.ToolExecutionException;

/** One call that was permitted and that the manager runs on this thread: the tool that it finds is not judged again. */
final class Permitted {

    private static final ThreadLocal<@Nullable Permitted> NEXT = new ThreadLocal<>();

    private final String tool;
    private final String arguments;
    private @Nullable ToolExecutionException problem;

    Permitted(String tool, String arguments) {
        this.tool = tool;
        this.arguments = arguments;
    }

    <T> T during(Supplier<T> run) {
        Permitted before = NEXT.get();
        NEXT.set(this);
        try {
            return run.get();
        } finally {
            NEXT.set(before);
        }
    }

    /** The permission for exactly this call, which it is good for once; null if there is none. */
    static @Nullable Permitted take(String tool, String arguments) {
        Permitted next = NEXT.get();
        if (next == null || !next.tool.equals(tool) || !next.arguments.equals(arguments)) {
            return null;
        }
        NEXT.remove();
        return next;
    }

    /** Remembers how the tool failed: the manager would make a text of it. */
    String run(Supplier<String> body) {
        try {
            return body.get();
        } catch (ToolExecutionException e) {
            problem = e;
            throw e;
        }
    }

    @Nullable
    ToolExecutionException problem() {
        return problem;
    }
}
