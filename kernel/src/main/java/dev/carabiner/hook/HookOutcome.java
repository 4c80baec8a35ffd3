package dev.carabiner.hook;

import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one emit decided, and how. Nothing any handler said is lost: besides the decision there are the final data,
 * every question, injection and message with its author, and each handler's run. Where a guard was called again, its
 * second answer counts, and both are among the runs.
 *
 * <p>Immutable. The lists are put together at each call: most emits decide nothing, and nothing asks for them.
 */
public final class HookOutcome {

    /** In place of the handler that denied, where none did. */
    static final int BY_KERNEL = -1;

    private static final RunLog NOTHING_SAID = new RunLog(0);

    private final Chain chain;
    private final int ran;
    private final boolean @Nullable [] leftOut;
    private final EventData incoming;
    private final EventData data;
    private final RunLog log;
    private final Action action;
    private final HookResult.@Nullable Deny denial;
    private final int deniedBy;

    private HookOutcome(
            Chain chain,
            int ran,
            boolean @Nullable [] leftOut,
            EventData incoming,
            EventData data,
            RunLog log,
            Action action,
            HookResult.@Nullable Deny denial,
            int deniedBy) {
        this.chain = chain;
        this.ran = ran;
        this.leftOut = leftOut;
        this.incoming = incoming;
        this.data = data;
        this.log = log;
        this.action = action;
        this.denial = denial;
        this.deniedBy = deniedBy;
    }

    /**
     * The outcome of an emit in which no handler had anything to say. The same data emitted again give the same outcome,
     * so that events which are emitted often and change nothing cost no memory.
     */
    @SuppressWarnings("ReferenceEquality") // comparing the data itself would cost more than a new outcome
    static HookOutcome quiet(Chain chain, EventData data, boolean @Nullable [] leftOut, @Nullable HookOutcome last) {
        if (last != null && last.chain == chain && last.data == data) {
            return last;
        }
        return new HookOutcome(
                chain, chain.hooks.length, leftOut, data, data, NOTHING_SAID, Action.CONTINUE, null, BY_KERNEL);
    }

    @SuppressWarnings("ReferenceEquality") // there is one log in which nothing was said
    boolean isQuiet() {
        return log == NOTHING_SAID && action == Action.CONTINUE;
    }

    /** The strongest of what the first handlers said, unless that is a denial, which is for {@link #denied} to add. */
    static HookOutcome of(
            Chain chain, int ran, boolean @Nullable [] leftOut, EventData incoming, EventData data, RunLog log) {
        return new HookOutcome(chain, ran, leftOut, incoming, data, log, log.strongest(), null, BY_KERNEL);
    }

    HookOutcome denied(HookResult.Deny deny, int by) {
        return new HookOutcome(chain, ran, leftOut, incoming, data, log, Action.DENY, deny, by);
    }

    Chain chain() {
        return chain;
    }

    RunLog log() {
        return log;
    }

    boolean @Nullable [] leftOut() {
        return leftOut;
    }

    /** The event's canonical name. */
    public String event() {
        return chain.event;
    }

    /** Continue, deny, inject context or ask the user. Never modify: what was modified is in the data. */
    public Action action() {
        return action;
    }

    /** Whether the operation must not happen. */
    public boolean denied() {
        return action == Action.DENY;
    }

    /** Why it was denied, or what the deciding question gives as its reason; empty if there is none. */
    public String reason() {
        return switch (result()) {
            case HookResult.Deny deny -> deny.reason();
            case HookResult.AskUser question -> question.reason();
            default -> "";
        };
    }

    /** The data as the first handler was given them: with the default fields, before any modification. */
    public EventData incoming() {
        return incoming;
    }

    /** The data after all modifications, also when it was denied. */
    public EventData data() {
        return data;
    }

    /** What decided: the denial, the first question, or the first group of injections merged into one. */
    public HookResult result() {
        return switch (action) {
            case DENY -> Objects.requireNonNull(denial, "a denied outcome has its denial");
            case ASK_USER -> parts().firstQuestion();
            case INJECT_CONTEXT -> parts().firstInjections();
            case CONTINUE, MODIFY -> HookResult.proceed();
        };
    }

    /** The name of the handler that denied or, if none did, asked first or injected first; empty if none decided. */
    public String decidedBy() {
        for (int i = 0; i < ran && action != Action.CONTINUE; i++) {
            HookResult said = isCalled(i) ? log.standing(i) : null;
            if (action == Action.DENY ? i == deniedBy : said != null && said.action() == action) {
                return chain.hooks[i].name();
            }
        }
        return "";
    }

    /** Whether a handler denied by failing, and not by its own result. */
    public boolean isDeniedByFailure() {
        return deniedBy != BY_KERNEL && log.hasFailed(deniedBy);
    }

    /** Each handler that ran, in running order, then those that were called with the final data. */
    public List<HandlerRun> runs() {
        return new HandlerRuns(chain, ran, leftOut, log);
    }

    /** The handlers that were registered for the event and did not run, in running order, each with why. */
    public List<SkippedHandler> skipped() {
        if (leftOut == null && ran == chain.hooks.length) {
            return List.of();
        }
        List<SkippedHandler> skipped = new ArrayList<>();
        for (int i = 0; i < chain.hooks.length; i++) {
            RegisteredHook hook = chain.hooks[i];
            if (!isCalled(i)) {
                String why = SkippedHandler.onlyFor(hook.options());
                skipped.add(new SkippedHandler(hook.name(), hook.priority(), why));
            } else if (i >= ran) {
                String why = deniedBy == BY_KERNEL ? SkippedHandler.AFTER_INTERRUPTION : SkippedHandler.AFTER_DENY;
                skipped.add(new SkippedHandler(hook.name(), hook.priority(), why));
            }
        }
        return List.copyOf(skipped);
    }

    /** What was made of the data, in running order. Setting equal data is no modification. */
    public List<Modification> modifications() {
        if (!log.hasModifications()) {
            return List.of();
        }
        List<Modification> made = new ArrayList<>();
        EventData before = incoming;
        for (int i = 0; i < ran && log.hasModifications(); i++) {
            EventData after = log.modification(i);
            if (after != null && !after.sameJsonAs(before)) {
                RegisteredHook hook = chain.hooks[i];
                made.add(new Modification(hook.name(), hook.priority(), before, after));
            }
            before = after == null ? before : after;
        }
        return List.copyOf(made);
    }

    /** Whether any handler wrote to the standard streams while these were captured. */
    public boolean hasOutput() {
        return log.hasOutput();
    }

    /** Every injection, in running order, as its handler gave it. */
    public List<Injection> injections() {
        return parts().injections();
    }

    /** Every question, in running order; all must be granted. */
    public List<Question> questions() {
        return parts().questions();
    }

    /** Every message to the user, in running order. */
    public List<UserMessage> messages() {
        return parts().messages();
    }

    /** The same, but denied: by a human, or because it could not be recorded. */
    public HookOutcome deniedBecause(String reason) {
        return denied(HookResult.deny(reason), BY_KERNEL);
    }

    /** The same, with its questions answered by yes. */
    public HookOutcome questionsGranted() {
        Action left = injections().isEmpty() ? Action.CONTINUE : Action.INJECT_CONTEXT;
        return new HookOutcome(chain, ran, leftOut, incoming, data, log, left, null, BY_KERNEL);
    }

    /**
     * One line for logs and debuggers, such as {@code tool:pre deny by guard: not here [guard deny, linter not run, after
     * the deny]}. The data are left out.
     */
    @Override
    public String toString() {
        return OutcomeText.of(this);
    }

    private OutcomeParts parts() {
        return new OutcomeParts(chain, ran, log);
    }

    /** At its turn, or with the final data, which made the event one that it is for. */
    private boolean isCalled(int at) {
        return leftOut == null || !leftOut[at] || log.again().stream().anyMatch(call -> call.at() == at);
    }
}
