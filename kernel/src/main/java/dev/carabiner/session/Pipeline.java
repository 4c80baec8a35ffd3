package dev.carabiner.session;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Emission;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The way of every event of a session: through the hooks, and then to the ports with what they asked for. */
final class Pipeline {

    private static final String CALL = "tool_call_id";

    private final EventData identity;
    private final HookRegistry hooks;
    private final Clock clock;
    private final Recorder recorder;
    private final Messages messages;
    private final ApprovalDesk approvals;
    private final InjectionDesk injections;

    Pipeline(
            HookRegistry hooks,
            Clock clock,
            Recorder recorder,
            Messages messages,
            InjectionDesk injections,
            Function<ApprovalDesk.Announcer, ApprovalDesk> approvals) {
        this.identity = EventData.of("session_id", recorder.session(), "timestamp", null);
        this.hooks = hooks;
        this.clock = clock;
        this.recorder = recorder;
        this.messages = messages;
        this.injections = injections;
        this.approvals = approvals.apply(this::announce);
    }

    /** In this order: registry, record, questions, injections, messages. A denial skips to the messages. */
    Routed emit(String event, EventData data, Function<HookOutcome, @Nullable Objection> check) {
        StandardStreams.install(); // somebody may have set others meanwhile
        return EmitDepth.within(event, () -> {
            Instant now = clock.instant();
            EventData pinned = pinned(now, data);
            HookOutcome heard = hooks.emit(event, data, Emission.pinning(pinned));
            boolean interrupted = isInterrupted(heard);
            return withPorts(() -> {
                Objection objection = heard.denied() ? null : check.apply(heard);
                HookOutcome outcome = objection == null ? heard : heard.deniedBecause(objection.reason());
                outcome = deniedIf(recorder.emitted(outcome, now), outcome);
                messages.showOutput(outcome);
                outcome = outcome.denied() ? outcome : approvals.settle(outcome);
                if (outcome.denied()) {
                    injections.drop(outcome);
                } else {
                    injections.deliver(outcome);
                }
                messages.show(outcome);
                boolean stopped = interrupted || (objection != null && objection.isStop());
                return new Routed(outcome, stopped, pinned.get(CALL) instanceof String id ? id : null);
            });
        });
    }

    /** Tells watchers what has been decided, also when this thread is interrupted. Nothing they answer can change it. */
    private void announce(String event, EventData data) {
        boolean interrupted = Thread.interrupted();
        try {
            Instant now = clock.instant();
            HookOutcome outcome = hooks.emit(
                    event, data, Emission.pinning(pinned(now, data)).announcement());
            recorder.emitted(outcome, now);
            messages.showOutput(outcome);
            injections.deliver(outcome);
            messages.show(outcome);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a port prints is nobody's hook output, even if this emit comes out of a hook. */
    private static <T> T withPorts(Supplier<T> routing) {
        StandardStreams.Slot slot = StandardStreams.slot();
        StandardStreams.Catch before = slot.redirect(null);
        try {
            return routing.get();
        } finally {
            slot.redirect(before);
        }
    }

    /** The session and the time of every event, and the call of one that brings its id: no hook can change these. */
    private EventData pinned(Instant now, EventData data) {
        EventData pinned = identity.with("timestamp", now);
        return data.get(CALL) == null ? pinned : pinned.with(CALL, data.get(CALL));
    }

    private static boolean isInterrupted(HookOutcome heard) {
        return heard.denied()
                && Thread.currentThread().isInterrupted()
                && heard.reason().equals("Interrupted");
    }

    private static HookOutcome deniedIf(@Nullable String reason, HookOutcome outcome) {
        return reason == null || outcome.denied() ? outcome : outcome.deniedBecause(reason);
    }
}
