package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.Injected.Fate;
import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionBudget;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.InjectionSink;
import dev.carabiner.context.InjectionTooLargeException;
import dev.carabiner.context.Injections;
import dev.carabiner.context.SafeText;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts injections into the conversation: made safe, within size and budget, merged. Each one's fate is recorded. */
final class InjectionDesk {

    private static final Logger LOG = System.getLogger(SessionCoordinator.class.getName());

    private final InjectionSink sink;
    private final InjectionLimits limits;
    private final InjectionBudget budget;
    private final Lifecycle lifecycle;
    private final Messages messages;
    private final Recorder recorder;

    InjectionDesk(
            InjectionSink sink, InjectionLimits limits, Lifecycle lifecycle, Messages messages, Recorder recorder) {
        this.sink = sink;
        this.lifecycle = lifecycle;
        this.limits = limits;
        this.budget = new InjectionBudget(limits);
        this.messages = messages;
        this.recorder = recorder;
    }

    void startTurn() {
        budget.startTurn();
    }

    /** @param callId the tool call that the emit is about; null if it is about none */
    void deliverUnlessDenied(HookOutcome outcome, @Nullable String callId) {
        if (outcome.denied()) {
            outcome.injections().forEach(injection -> record(injection, Fate.DENIED_WITH_EVENT, callId));
        } else {
            deliver(outcome, callId);
        }
    }

    private void deliver(HookOutcome outcome, @Nullable String callId) {
        List<Injection> injections = outcome.injections();
        if (injections.isEmpty()) {
            return;
        }
        if (lifecycle.isEnded()) {
            injections.forEach(injection -> record(injection, Fate.SESSION_ENDED, callId));
            return;
        }
        List<Injection> admitted = new ArrayList<>();
        for (Injection injection : injections) {
            Injection safe = injection.withText(SafeText.of(injection.text()));
            if (fits(safe, callId)) {
                admitted.add(safe.admittedAt(recorder.now()));
            }
        }
        Injections.grouped(admitted).forEach(group -> add(group, callId));
    }

    /** Those of an emit that waits for a human are made anew when it comes again. */
    void postpone(HookOutcome outcome, @Nullable String callId) {
        outcome.injections().forEach(injection -> record(injection, Fate.POSTPONED, callId));
    }

    private boolean fits(Injection injection, @Nullable String callId) {
        if (injection.text().isEmpty()) {
            record(injection, Fate.EMPTY, callId); // nothing was left of it when it was made safe
            return false;
        }
        if (Injections.bytes(injection.text()) > limits.bytes()) {
            record(injection, Fate.TOO_LARGE, callId);
            tell(injection, Level.ERROR, InjectionTooLargeException.describe(injection, limits.bytes()), callId);
            return false;
        }
        int tokens = Injections.tokens(injection.text());
        return switch (budget.take(tokens)) {
            case FINE -> true;
            case WORTH_A_WARNING -> {
                tell(
                        injection,
                        Level.WARNING,
                        "Hooks have injected " + budget.used() + " tokens in this turn, more than "
                                + limits.warningTokens(),
                        callId);
                yield true;
            }
            case REFUSED -> {
                record(injection, Fate.OVER_BUDGET, callId);
                tell(
                        injection,
                        Level.WARNING,
                        "An injection of " + tokens + " tokens was dropped: with it this turn would exceed "
                                + limits.tokensPerTurn() + " tokens",
                        callId);
                yield false;
            }
        };
    }

    /** What a durable log cannot take does not reach the model either. */
    private void add(List<Injection> group, @Nullable String callId) {
        List<Injection> recorded = group.stream()
                .filter(one -> record(one, Fate.ADDED, callId) == null)
                .toList();
        if (recorded.isEmpty()) {
            return;
        }
        Injection merged = Injections.merged(recorded);
        if (!recorder.call("context", merged.event(), callId, () -> sink.inject(merged))) {
            recorded.forEach(injection -> record(injection, Fate.FAILED, callId));
            tell(merged, Level.ERROR, "An injection was lost because the context manager failed", callId);
        }
    }

    private @Nullable String record(Injection injection, Fate fate, @Nullable String callId) {
        return recorder.append(new Injected(
                recorder.session(),
                recorder.now(),
                injection.author(),
                injection.event(),
                Recorder.name(injection.role()),
                injection.isEphemeral(),
                Injections.bytes(injection.text()),
                Injections.tokens(injection.text()),
                fate,
                EmitDepth.currentEmit(),
                callId));
    }

    private void tell(Injection injection, Level level, String text, @Nullable String callId) {
        LOG.log(level == Level.ERROR ? Logger.Level.ERROR : Logger.Level.WARNING, text);
        messages.show(new UserMessage(text, level, "hook:" + injection.author()), injection.event(), callId);
    }
}
