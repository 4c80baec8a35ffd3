package dev.carabiner.adk;

import com.google.adk.agents.BaseAgent;
import com.google.adk.agents.CallbackContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.LlmRegistry;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a model's answer before ADK sees it: it is judged, and so is code in it; and where it would end the run,
 * the hooks may send the agent on. ADK has no seam for that, so the model is asked again here, with the same request.
 */
final class AdkAnswer {

    private final AdkTurn turn;
    private final CallbackContext context;
    private final String agent;

    AdkAnswer(AdkTurn turn, CallbackContext context) {
        this.turn = turn;
        this.context = context;
        this.agent = AdkTurn.model(context);
    }

    /** What ADK is to see instead; null for what came. */
    @Nullable
    LlmResponse settled(LlmResponse came) {
        LlmResponse answer = came;
        boolean isAnother = false;
        while (true) {
            LlmResponse instead = turn.answered(agent, answer);
            boolean isCode = instead == null && AdkCode.isIn(context, answer);
            if (isCode) {
                instead = AdkCode.judged(context, turn.turn(), answer);
            }
            LlmRequest asked = answer.partial().orElse(false) ? null : turn.takeRequest(agent);
            if (instead != null || isCode || asked == null || !endsRun() || !turn.isSentOn(asked, answer)) {
                return instead == null && isAnother ? answer : instead;
            }
            answer = askedAgain(asked);
            isAnother = true;
        }
    }

    /** The answer of an agent of a sequence, a loop or a parallel one is not the run's last. */
    private boolean endsRun() {
        BaseAgent above = context.invocationContext().agent();
        while (above instanceof LlmAgent) {
            above = above.parentAgent();
        }
        return above == null;
    }

    private LlmResponse askedAgain(LlmRequest asked) {
        LlmRequest.Builder builder = asked.toBuilder();
        LlmResponse denied = turn.asks(agent, builder);
        if (denied != null) {
            return denied;
        }
        LlmAgent asking = (LlmAgent) context.invocationContext().agent();
        BaseLlm model = asking.resolvedModel()
                .model()
                .orElseGet(() ->
                        LlmRegistry.getLlm(asking.resolvedModel().modelName().orElseThrow()));
        try {
            return model.generateContent(builder.build(), false).blockingLast();
        } catch (RuntimeException e) {
            turn.modelFailed(agent, e);
            throw e;
        }
    }
}
