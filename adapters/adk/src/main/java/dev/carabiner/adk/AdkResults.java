package dev.carabiner.adk;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.plugins.PluginManager;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import dev.carabiner.host.Turn;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The results of a run's tool calls: whether hooks have judged each, and whether it is still what they left. */
final class AdkResults {

    private static final String UNJUDGED =
            "This call has a result that hooks have not judged: a plugin before Carabiner's has answered in the tool's place";
    private static final String CHANGED =
            "The result of this call was changed after the hooks, by a callback of the agent or by another plugin";

    private final Turn turn;
    private final Set<String> judged = ConcurrentHashMap.newKeySet();
    private final Map<String, String> left = new ConcurrentHashMap<>(); // by call, where it could be changed

    AdkResults(Turn turn) {
        this.turn = turn;
    }

    /** This call is judged, and this comes of it. */
    Maybe<Map<String, Object>> judged(ToolContext context, Maybe<Map<String, Object>> result) {
        judged.add(id(context));
        return result;
    }

    /** A result has come, before the agent's own callbacks and those of plugins behind this one see it. */
    void came(BaseTool tool, ToolContext context, Map<String, Object> result) {
        if (!judged.remove(id(context))) {
            turn.conversation().violation(UNJUDGED, "tool:pre", tool.name());
        } else if (isSeenByOthers(context.invocationContext())) {
            left.put(id(context), AdkContents.text(result));
        }
    }

    private static boolean isSeenByOthers(InvocationContext run) {
        boolean hasCallbacks = run.agent() instanceof LlmAgent agent
                && !agent.canonicalAfterToolCallbacks().isEmpty();
        return hasCallbacks
                || (run.pluginManager() instanceof PluginManager all
                        && all.getPlugins().size() > 1);
    }

    boolean isEmpty() {
        return left.isEmpty();
    }

    /** What the model is about to be shown. */
    void shown(List<Content> contents) {
        for (Content content : contents) {
            for (Part part : AdkContents.parts(content)) {
                part.functionResponse().ifPresent(this::shown);
            }
        }
    }

    private void shown(FunctionResponse response) {
        String before = left.remove(response.id().orElse(""));
        if (before != null
                && !before.equals(AdkContents.text(response.response().orElse(Map.of())))) {
            turn.conversation().violation(CHANGED, "tool:post", response.name().orElse(null));
        }
    }

    private static String id(ToolContext context) {
        return context.functionCallId().orElse("");
    }
}
