package dev.carabiner.runtime.agent;

import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Trouble;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.runtime.tool.ToolResult;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolPermit;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One tool call on its way. Run on one thread, looked at by another when that one has ended or was given up. */
final class ToolAttempt {

    /** Whether a call may be carried out. */
    sealed interface Gate {

        record Open(ToolPermit permit) implements Gate {}

        /** A hook or a person would not have it. */
        record Closed(String reason) implements Gate {}

        /** The input is not one that the tool takes. */
        record Wrong(String problem) implements Gate {}

        /** Nothing new is to begin. */
        record Stopped() implements Gate {}
    }

    /** How it ended. */
    private record End(
            @Nullable ToolResult result, @Nullable Throwable problem, Duration took) {}

    private final ToolCall call;
    private final Gate gate;
    private final ToolBox tools;
    private final SessionCoordinator session;
    private volatile @Nullable End end;

    ToolAttempt(ToolCall call, Gate gate, ToolBox tools, SessionCoordinator session) {
        this.call = call;
        this.gate = gate;
        this.tools = tools;
        this.session = session;
    }

    void run() {
        if (!(gate instanceof Gate.Open open)) {
            return;
        }
        long began = System.nanoTime();
        ToolResult result = null;
        Throwable problem = null;
        try {
            result = tools.run(open.permit(), new ToolRun(session));
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            problem = e;
        }
        end = new End(result, problem, Duration.ofNanos(System.nanoTime() - began));
    }

    ToolCall call() {
        return call;
    }

    Gate gate() {
        return gate;
    }

    /** Whether it was stopped in the middle, or has not come to an end although it was told to. */
    boolean interrupted() {
        End how = end;
        return gate instanceof Gate.Open && (how == null || how.problem() instanceof InterruptedException);
    }

    @Nullable
    Throwable problem() {
        End how = end;
        return how == null ? null : how.problem();
    }

    ToolResult result() {
        End how = end;
        return how == null || how.result() == null ? ToolResult.of("") : how.result();
    }

    Duration took() {
        End how = end;
        return how == null ? Duration.ZERO : how.took();
    }
}
