package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.context.Injections;
import dev.carabiner.context.SafeText;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one emit decided, and how. Nothing any handler said is lost: besides the decision there are the final data,
 * every question, injection and message with its author, and each handler's run.
 *
 * <p>The lists are put together when somebody asks for them; most emits decide nothing and nobody asks.
 */
public final class HookOutcome {

    private static final RunLog NOTHING_SAID = new RunLog(0);

    private final Chain chain;
    private final int ran;
    private final EventData data;
    private final RunLog log;
    private final Action action;
    private final HookResult.@Nullable Deny denial;

    private HookOutcome(
            Chain chain,
            int ran,
            EventData data,
            @Nullable RunLog log,
            Action action,
            HookResult.@Nullable Deny denial) {
        this.chain = chain;
        this.ran = ran;
        this.data = data;
        this.log = log == null ? NOTHING_SAID : log;
        this.action = action;
        this.denial = denial;
    }

    /**
     * The outcome of an emit in which no handler had anything to say. The same data emitted again gives the same
     * outcome, so that events which are emitted often and change nothing cost no memory.
     */
    @SuppressWarnings("ReferenceEquality") // comparing the data itself would cost more than a new outcome
    static HookOutcome quiet(Chain chain, EventData data, @Nullable HookOutcome last) {
        if (last != null && last.chain == chain && last.data == data) {
            return last;
        }
        return new HookOutcome(chain, chain.hooks.length, data, null, Action.CONTINUE, null);
    }

    @SuppressWarnings("ReferenceEquality") // there is one log in which nothing was said
    boolean isQuiet() {
        return log == NOTHING_SAID && action == Action.CONTINUE;
    }

    static HookOutcome of(Chain chain, int ran, EventData data, @Nullable RunLog log, Action strongest) {
        return new HookOutcome(chain, ran, data, log, strongest, null);
    }

    static HookOutcome denied(Chain chain, int ran, EventData data, @Nullable RunLog log, HookResult.Deny denial) {
        return new HookOutcome(chain, ran, data, log, Action.DENY, denial);
    }

    static HookOutcome interrupted(Chain chain, int ran, EventData data, @Nullable RunLog log) {
        return denied(chain, ran, data, log, HookResult.deny("Interrupted"));
    }

    /** The event's canonical name. */
    public String event() {
        return chain.event;
    }

    /** Continue, deny, inject context or ask the user. Never modify: what was modified is in the data. */
    public Action action() {
        return action;
    }

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

    /** The data after all modifications, also when it was denied. */
    public EventData data() {
        return data;
    }

    /** What decided: the denial, the first question, or the first group of injections merged into one. */
    public HookResult result() {
        return switch (action) {
            case DENY -> Objects.requireNonNull(denial, "a denied outcome has its denial");
            case ASK_USER -> firstQuestion();
            case INJECT_CONTEXT -> firstInjections();
            case CONTINUE, MODIFY -> HookResult.proceed();
        };
    }

    /** Each handler that ran, in running order. */
    public List<HandlerRun> runs() {
        return new Runs();
    }

    /** Whether any handler wrote to the standard streams while these were caught. */
    public boolean hasOutput() {
        return log.hasOutput();
    }

    public List<Injection> injections() {
        return collected((hook, result, into) -> {
            if (result instanceof HookResult.InjectContext said) {
                into.add(new Injection(
                        said.text(),
                        said.role(),
                        said.isEphemeral(),
                        said.isAppended(),
                        hook.name(),
                        chain.event,
                        null,
                        false));
            }
        });
    }

    public List<Question> questions() {
        return collected((hook, result, into) -> {
            if (result instanceof HookResult.AskUser asked) {
                boolean guard = hook.onFailure() == FailurePolicy.DENY; // a guard never waves through unanswered
                into.add(new Question(
                        hook.name(),
                        asked.prompt(),
                        asked.options(),
                        asked.timeout(),
                        guard ? Decision.DENY : asked.byDefault(),
                        asked.reason(),
                        asked.scope()));
            }
        });
    }

    public List<UserMessage> messages() {
        return collected((hook, result, into) -> {
            UserMessage message = result.userMessage();
            if (message != null) {
                into.add(message.fromHook(hook.name()));
            }
        });
    }

    /** The same, but denied: by a human, or because it could not be recorded. */
    public HookOutcome deniedBecause(String reason) {
        return denied(chain, ran, data, log, HookResult.deny(reason));
    }

    /** The same, with its questions answered by yes. */
    public HookOutcome questionsGranted() {
        Action left = injections().isEmpty() ? Action.CONTINUE : Action.INJECT_CONTEXT;
        return of(chain, ran, data, log, left);
    }

    private HandlerRun run(int at) {
        RegisteredHook hook = chain.hooks[at];
        Object answer = log.answer(at);
        HookFailure failure = answer instanceof HookFailure failed ? failed : null;
        HookResult result = answer instanceof HookResult given ? given : HookResult.proceed();
        return new HandlerRun(
                hook.name(),
                hook.priority(),
                Duration.ofNanos(log.nanos(at)),
                failure == null ? result : null,
                failure,
                log.output(at));
    }

    private HookResult firstQuestion() {
        HookResult.AskUser first = results().stream()
                .filter(HookResult.AskUser.class::isInstance)
                .map(HookResult.AskUser.class::cast)
                .findFirst()
                .orElseThrow();
        return first.byDefault(questions().getFirst().byDefault());
    }

    private HookResult firstInjections() {
        HookResult.InjectContext first = results().stream()
                .filter(HookResult.InjectContext.class::isInstance)
                .map(HookResult.InjectContext.class::cast)
                .findFirst()
                .orElseThrow();
        List<Injection> safe = injections().stream()
                .map(injection -> injection.withText(SafeText.of(injection.text())))
                .filter(injection -> !injection.text().isEmpty())
                .toList();
        if (safe.isEmpty()) {
            return first;
        }
        Injection merged = Injections.merged(Injections.grouped(safe).getFirst());
        return new HookResult.InjectContext(
                merged.text(),
                merged.role(),
                merged.isEphemeral(),
                merged.isAppended(),
                first.userMessage(),
                first.outputSuppressed());
    }

    private List<HookResult> results() {
        return collected((hook, result, into) -> into.add(result));
    }

    /** Made as they are looked at: an emit through a coordinator has a record of runs that a log may never read. */
    private final class Runs extends AbstractList<HandlerRun> {

        @Override
        public HandlerRun get(int at) {
            return run(Objects.checkIndex(at, ran));
        }

        @Override
        public int size() {
            return ran;
        }
    }

    private interface Collector<T> {
        void add(RegisteredHook hook, HookResult result, List<T> into);
    }

    /** Goes over what was said, by results or by what stands in for a failed one. */
    private <T> List<T> collected(Collector<T> collector) {
        if (!log.hasAnswers()) {
            return List.of();
        }
        List<T> into = new ArrayList<>();
        for (int i = 0; i < ran; i++) {
            Object answer = log.answer(i);
            HookResult result = answer instanceof HookFailure failure ? failure.consequence() : (HookResult) answer;
            if (result != null) {
                collector.add(chain.hooks[i], result, into);
            }
        }
        return List.copyOf(into);
    }
}
