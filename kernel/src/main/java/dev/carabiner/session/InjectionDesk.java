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

    void deliverUnlessDenied(HookOutcome outcome) {
        if (outcome.denied()) {
            outcome.injections().forEach(injection -> record(injection, Fate.DENIED_WITH_EVENT));
        } else {
            deliver(outcome);
        }
    }

    private void deliver(HookOutcome outcome) {
        List<Injection> injections = outcome.injections();
        if (injections.isEmpty()) {
            return;
        }
        if (lifecycle.isEnded()) {
            injections.forEach(injection -> record(injection, Fate.SESSION_ENDED));
            return;
        }
        List<Injection> admitted = new ArrayList<>();
        for (Injection injection : injections) {
            Injection safe = injection.withText(SafeText.of(injection.text()));
            if (fits(safe)) {
                admitted.add(safe.admittedAt(recorder.now()));
            }
        }
        Injections.grouped(admitted).forEach(this::add);
    }

    /** Those of an emit that waits for a human are made anew when it comes again. */
    void postpone(HookOutcome outcome) {
        outcome.injections().forEach(injection -> record(injection, Fate.POSTPONED));
    }

    private boolean fits(Injection injection) {
        if (injection.text().isEmpty()) {
            record(injection, Fate.EMPTY); // nothing was left of it when it was made safe
            return false;
        }
        if (Injections.bytes(injection.text()) > limits.bytes()) {
            record(injection, Fate.TOO_LARGE);
            tell(injection, Level.ERROR, InjectionTooLargeException.describe(injection, limits.bytes()));
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
                                + limits.warningTokens());
                yield true;
            }
            case REFUSED -> {
                record(injection, Fate.OVER_BUDGET);
                tell(
                        injection,
                        Level.WARNING,
                        "An injection of " + tokens + " tokens was dropped: with it this turn would exceed "
                                + limits.tokensPerTurn() + " tokens");
                yield false;
            }
        };
    }

    /** What a durable log cannot take does not reach the model either. */
    private void add(List<Injection> group) {
        List<Injection> recorded =
                group.stream().filter(one -> record(one, Fate.ADDED) == null).toList();
        if (recorded.isEmpty()) {
            return;
        }
        Injection merged = Injections.merged(recorded);
        if (!recorder.call("context", merged.event(), () -> sink.inject(merged))) {
            recorded.forEach(injection -> record(injection, Fate.FAILED));
            tell(merged, Level.ERROR, "An injection was lost because the context manager failed");
        }
    }

    private @Nullable String record(Injection injection, Fate fate) {
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
                EmitDepth.currentEmit()));
    }

    private void tell(Injection injection, Level level, String text) {
        LOG.log(level == Level.ERROR ? Logger.Level.ERROR : Logger.Level.WARNING, text);
        messages.show(new UserMessage(text, level, "hook:" + injection.author()), injection.event());
    }
}
