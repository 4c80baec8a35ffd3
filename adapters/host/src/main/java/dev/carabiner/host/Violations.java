package dev.carabiner.host;

import dev.carabiner.engine.EngineSession;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Emits {@code policy:violation} when the agent wanted something that it was not allowed, or has got around the hooks. */
record Violations(EngineSession mounted) {

    /** What is refused because everything is to stop, or nothing can be recorded, breaks no policy. */
    void tell(HookOutcome denied, @Nullable String tool) {
        tell(denied.reason(), denied.event(), author(denied), tool);
    }

    void tell(String reason, String policy, @Nullable String hook, @Nullable String tool) {
        SessionCoordinator session = mounted.coordinator();
        boolean stopped =
                session.cancellation().requested() || Thread.currentThread().isInterrupted();
        if (stopped || mounted.auditTrouble() != null) {
            return;
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("reason", reason);
        data.put("policy", policy);
        data.put("hook_name", hook);
        data.put("tool_name", tool);
        session.emit("policy:violation", data);
    }

    /** Null if it was a human, a rule or the kernel itself. */
    private static @Nullable String author(HookOutcome denied) {
        for (HandlerRun run : denied.runs().reversed()) {
            if (run.result() instanceof HookResult.Deny || run.failure() != null) {
                return run.name();
            }
        }
        return null;
    }
}
