package dev.carabiner.session;

import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
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

    /** What the coordinator itself has against an outcome; null for nothing. */
    interface Check {
        @Nullable
        Objection objection(HookOutcome heard);
    }

    private static final HookRegistry NO_HOOKS = new HookRegistry();
    private static final String CALL = "tool_call_id";
    private static final String INPUT = "tool_input";

    private final EventData identity;
    private final HookRegistry hooks;
    private final Clock clock;
    private final Lifecycle lifecycle;
    private final Recorder recorder;
    private final Messages messages;
    private final ApprovalDesk approvals;
    private final InjectionDesk injections;

    Pipeline(
            HookRegistry hooks,
            Clock clock,
            Lifecycle lifecycle,
            Recorder recorder,
            Messages messages,
            InjectionDesk injections,
            Function<ApprovalJournal, ApprovalDesk> approvals) {
        this.identity = EventData.of("session_id", recorder.session(), "timestamp", null);
        this.hooks = hooks;
        this.clock = clock;
        this.lifecycle = lifecycle;
        this.recorder = recorder;
        this.messages = messages;
        this.injections = injections;
        this.approvals = approvals.apply(new ApprovalJournal(recorder, this::announce));
    }

    /**
     * In this order: registry, record, questions, injections, messages. A denial skips to the messages.
     *
     * @param mayWait whether this thread waits for a human; if not, a question that nobody has answered ends it
     */
    Routed emit(String event, EventData data, boolean mayWait, Check check) {
        StandardStreams.install(); // somebody may have set others meanwhile
        return EmitDepth.within(event, () -> {
            Instant now = clock.instant();
            EventData pinned = pinned(now, data);
            String call = pinned.get(CALL) instanceof String id ? id : null;
            if (lifecycle.isEnded() && event.equals("tool:pre")) {
                return new Routed(unheard(event, data, pinned, Lifecycle.ENDED), false, call, null, null);
            }
            HookOutcome heard = hooks.emit(event, data, Emission.pinning(pinned));
            boolean stopped = isInterrupted(heard);
            return withPorts(() -> {
                Objection objection = heard.denied() ? null : check.objection(heard);
                HookOutcome outcome = recorded(heard, objection, now);
                Settlement settlement = outcome.action() == Action.ASK_USER
                        ? approvals.settle(outcome, new Inquiry.Asker(call, mayWait))
                        : null;
                if (settlement instanceof Settlement.Waiting(String request)) {
                    injections.postpone(outcome);
                    return new Routed(outcome, false, call, null, request);
                }
                Routed routed = switch (settlement) {
                    case null -> new Routed(outcome, stopped || isStop(objection), call, null, null);
                    case Settlement.Granted(Grants grants) ->
                        new Routed(outcome.questionsGranted(), false, call, grants, null);
                    case Settlement.Edited(EventData input, Grants grants) ->
                        new Routed(judgedAgain(outcome, input, pinned, now, check), false, call, grants, null);
                    case Settlement.Refused(String reason, boolean stop) ->
                        new Routed(outcome.deniedBecause(reason), stop, call, null, null);
                    case Settlement.Waiting waiting -> throw new AssertionError("returned above");
                };
                if (routed.outcome().denied()) {
                    injections.drop(routed.outcome());
                } else {
                    injections.deliver(routed.outcome());
                }
                messages.show(routed.outcome());
                return routed;
            });
        });
    }

    /** An input that a human edited: the hooks judge it, and nobody is asked or changes it once more. */
    private HookOutcome judgedAgain(
            HookOutcome granted, EventData input, EventData pinned, Instant now, Check check) {
        EventData edited = granted.data().with(INPUT, input);
        HookOutcome heard = hooks.emit(granted.event(), edited, Emission.pinning(pinned));
        HookOutcome outcome = recorded(heard, heard.denied() ? null : check.objection(heard), now);
        if (outcome.action() == Action.ASK_USER) {
            String prompt = outcome.questions().getFirst().prompt();
            return outcome.deniedBecause("The edited input needs an approval of its own: " + prompt);
        }
        boolean changed = !outcome.denied() && !input.asMap().equals(outcome.data().get(INPUT));
        return changed ? outcome.deniedBecause("A hook changed the input that a human had edited") : outcome;
    }

    private HookOutcome recorded(HookOutcome heard, @Nullable Objection objection, Instant now) {
        HookOutcome outcome = objection == null ? heard : heard.deniedBecause(objection.reason());
        String unrecorded = recorder.emitted(outcome, now);
        messages.showOutput(outcome);
        return unrecorded == null || outcome.denied() ? outcome : outcome.deniedBecause(unrecorded);
    }

    /** The outcome of an event that no hook hears of. */
    private static HookOutcome unheard(String event, EventData data, EventData pinned, String reason) {
        return NO_HOOKS.emit(event, data, Emission.pinning(pinned)).deniedBecause(reason);
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

    private static boolean isStop(@Nullable Objection objection) {
        return objection != null && objection.isStop();
    }
}
