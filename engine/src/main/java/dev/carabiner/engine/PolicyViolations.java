package dev.carabiner.engine;

import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Emits {@code policy:violation} when an agent wanted something that it was not allowed, or has got around the hooks. What is
 * refused because everything is to stop, or because nothing can be recorded, breaks no policy and emits nothing.
 *
 * @param session whose agent it is
 */
public record PolicyViolations(EngineSession session) {

    /**
     * Emits it for an operation that was denied, on the calling thread.
     *
     * @param denied what the emit decided; its event is the policy that was broken
     * @param tool the tool that was to be called; null if it was none
     */
    public void tell(HookOutcome denied, @Nullable String tool) {
        tell(denied.reason(), denied.event(), author(denied), tool);
    }

    /**
     * Emits it for something else, on the calling thread.
     *
     * @param hook the hook that denied; null if it was none
     * @param tool the tool that was to be called; null if it was none
     */
    public void tell(String reason, String policy, @Nullable String hook, @Nullable String tool) {
        SessionCoordinator coordinator = session.coordinator();
        boolean stopped =
                coordinator.cancellation().requested() || Thread.currentThread().isInterrupted();
        if (stopped || session.auditTrouble() != null) {
            return;
        }
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("reason", reason);
        data.put("policy", policy);
        data.put("hook_name", hook);
        data.put("tool_name", tool);
        coordinator.emit("policy:violation", data);
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
