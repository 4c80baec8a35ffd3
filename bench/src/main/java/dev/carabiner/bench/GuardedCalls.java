package dev.carabiner.bench;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;

/** A tool call whose body does nothing: as one guarded call, and as the same steps by hand. */
final class GuardedCalls {
    private static final ToolResult DONE = ToolResult.of("done");

    private GuardedCalls() {}

    static Emitter inOne(int count, Sink sink) {
        SessionCoordinator session = session(count, sink);
        ToolCall call = sample();
        return () -> session.call(call, input -> DONE);
    }

    /** What a host without {@code call} writes: the permit, its use, the tool, and {@code tool:post} for the hooks. */
    static Emitter byHand(int count, Sink sink) {
        SessionCoordinator session = session(count, sink);
        ToolCall call = sample();
        return () -> {
            if (!(session.permitTool(call) instanceof ToolGate.Permitted permitted)) {
                throw new IllegalStateException("The call was refused");
            }
            ToolPermit permit = permitted.permit();
            EventData input = session.redeem(permit, call.name());
            long began = System.nanoTime();
            ToolResult result = DONE;
            long millis = (System.nanoTime() - began) / 1_000_000;
            return session.emit(
                    "tool:post",
                    EventData.of("tool_name", call.name(), "tool_input", input)
                            .with("tool_call_id", call.id())
                            .with("tool_result", EventData.of("success", result.success(), "output", result.output()))
                            .with("success", result.success())
                            .with("duration_ms", millis));
        };
    }

    private static SessionCoordinator session(int count, Sink sink) {
        HookRegistry registry = new HookRegistry();
        for (int i = 0; i < count; i++) {
            registry.register(SampleCall.EVENT, CarabinerHooks.noOp(Kind.at(i, count), sink));
        }
        return SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(registry)
                .audit(record -> {})
                .build();
    }

    private static ToolCall sample() {
        SampleCall sample = SampleCall.sample();
        return new ToolCall(sample.toolCallId(), sample.toolName(), EventData.of(sample.toolInput()));
    }
}
