package dev.carabiner.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.events.ToolConfirmation;
import com.google.adk.tools.ToolContext;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.PendingApproval;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Has ADK's own confirmation of tools answer the questions of hooks. A call about which a hook asks does not run: the run
 * ends with ADK's request for a confirmation, whose hint is the question and the operation as it would run. The user's
 * answer to that request, in a later run of the same session, is the decision, and ADK makes the call again.
 *
 * <p>It is a channel of the engine, beside others if there are any: {@code Engine.builder().channels(List.of(confirmations))}.
 */
public final class AdkConfirmations implements ApprovalChannel {

    private static final int MOST_SHOWN = 4_000;
    private static final long PATIENCE_MILLIS = 5_000;

    private final Map<String, PendingApproval> pending = new ConcurrentHashMap<>();
    private final Map<List<String>, String> requests = new ConcurrentHashMap<>(); // by the call that waits

    /** For one engine and one plugin. */
    public AdkConfirmations() {}

    @Override
    public String name() {
        return "adk confirmation";
    }

    @Override
    public AutoCloseable offer(PendingApproval offered) {
        String id = offered.request().id();
        pending.put(id, offered);
        return () -> {
            pending.remove(id);
            requests.values().remove(id);
        };
    }

    /** Asks the user of the runner. Nothing is asked that cannot be shown in full: then the other channels decide. */
    void ask(ToolContext context, @Nullable String request) throws InterruptedException {
        PendingApproval waiting = request == null ? null : offered(request);
        if (waiting == null || waiting.request().shown().hidesSomethingAt(MOST_SHOWN)) {
            return;
        }
        requests.put(key(context), waiting.request().id());
        context.requestConfirmation(waiting.request().shown().prompt() + "\n"
                + waiting.request().shown().full());
    }

    /** The kernel offers on a thread of its own, perhaps a moment after the call was told to wait. */
    private @Nullable PendingApproval offered(String request) throws InterruptedException {
        long until = System.currentTimeMillis() + PATIENCE_MILLIS;
        PendingApproval found = pending.get(request);
        while (found == null && System.currentTimeMillis() < until) {
            Thread.sleep(5);
            found = pending.get(request);
        }
        return found;
    }

    /** Hands in what the user has answered, if this call comes with an answer to the question that was asked about it. */
    void take(ToolContext context) {
        ToolConfirmation said = context.toolConfirmation().orElse(null);
        String request = said == null ? null : requests.remove(key(context));
        PendingApproval waiting = request == null ? null : pending.get(request);
        if (said != null && waiting != null) {
            ApprovalRequest asked = waiting.request();
            waiting.decide(said.confirmed() ? allowing(asked) : "Deny", "adk user " + context.userId(), asked.digest());
        }
    }

    /**
     * The first option that allows, and one that is not remembered if there is any: the user has confirmed this call. A
     * question without one cannot be granted.
     */
    private static String allowing(ApprovalRequest asked) {
        return asked.options().stream()
                .filter(GrantRule::grants)
                .min(Comparator.comparing(GrantRule::remembers))
                .orElse("Deny");
    }

    /** Ids of sessions are an application's and a user's own, and those of calls may be the model's. */
    private static List<String> key(ToolContext context) {
        InvocationContext run = context.invocationContext();
        return List.of(
                run.appName(),
                run.userId(),
                run.session().id(),
                context.functionCallId().orElse(""));
    }
}
