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

    /** How the session's events reach its hooks. */
    record Emitting(HookRegistry hooks, Clock clock, Maskers maskers, boolean capturesOutput) {

        HookOutcome heard(String event, EventData data, EventData pinned, boolean isAnnouncement) {
            Emission how = Emission.pinning(pinned);
            if (capturesOutput) {
                StandardStreams.install(); // the program may have set others meanwhile
            } else {
                how = how.withoutOutput();
            }
            return hooks.emit(event, data, isAnnouncement ? how.announcement() : how);
        }
    }

    /** What the coordinator itself has against an outcome; null for nothing. */
    interface Check {
        @Nullable
        Objection objection(HookOutcome heard);
    }

    private static final HookRegistry NO_HOOKS = new HookRegistry();
    private static final String CALL = "tool_call_id";
    private static final String INPUT = "tool_input";

    private final EventData identity;
    private final Emitting emitting;
    private final Lifecycle lifecycle;
    private final Recorder recorder;
    private final Messages messages;
    private final ApprovalDesk approvals;
    private final InjectionDesk injections;

    Pipeline(
            Emitting emitting,
            Lifecycle lifecycle,
            Recorder recorder,
            Messages messages,
            InjectionDesk injections,
            Function<ApprovalJournal, ApprovalDesk> approvals) {
        this.identity = EventData.of("session_id", recorder.session(), "timestamp", null);
        this.emitting = emitting;
        this.lifecycle = lifecycle;
        this.recorder = recorder;
        this.messages = messages;
        this.injections = injections;
        this.approvals = approvals.apply(new ApprovalJournal(recorder, this::announce));
    }

    /**
     * In this order: maskers, registry, record, questions, injections, messages. A denial skips to the messages.
     *
     * @param mayWait whether this thread waits for a human; if not, a question that is not decided ends it
     */
    Routed emit(String event, EventData data, boolean mayWait, Check check) {
        return EmitDepth.within(event, () -> {
            Instant now = emitting.clock().instant();
            EventData masked = emitting.maskers().masked(data);
            if (masked == null) {
                return unheard(event, EventData.empty(), now, Maskers.FAILED, true);
            }
            if (lifecycle.isEnded() && event.equals("tool:pre")) {
                return unheard(event, masked, now, Lifecycle.ENDED, false);
            }
            EventData pinned = pinned(now, masked);
            String call = callId(pinned);
            HookOutcome heard = emitting.heard(event, masked, pinned, false);
            boolean interrupted = isInterrupted(heard);
            return withPorts(() -> {
                Objection objection = heard.denied() ? null : check.objection(heard);
                HookOutcome outcome = recorded(heard, objection, now);
                Settlement settlement = outcome.action() == Action.ASK_USER
                        ? approvals.settle(outcome, new Inquiry.Asker(call, mayWait))
                        : null;
                Routed routed = switch (settlement) {
                    case null -> new Routed(outcome, interrupted || isStop(objection), call, null, null);
                    case Settlement.Granted(Grants grants) ->
                        new Routed(outcome.questionsGranted(), false, call, grants, null);
                    case Settlement.Edited(EventData input, Grants grants) ->
                        new Routed(judgedAgain(outcome, input, now, check), false, call, grants, null);
                    case Settlement.Refused(String reason, boolean stop) ->
                        new Routed(outcome.deniedBecause(reason), stop, call, null, null);
                    case Settlement.Waiting(String request) -> new Routed(outcome, false, call, null, request);
                };
                if (routed.waitingFor() != null) {
                    injections.postpone(outcome);
                    return routed;
                }
                injections.deliverUnlessDenied(routed.outcome());
                messages.show(routed.outcome());
                return routed;
            });
        });
    }

    /** An input that a human edited: the hooks judge it once more, without asking and without changing it. */
    private HookOutcome judgedAgain(HookOutcome granted, EventData input, Instant now, Check check) {
        EventData edited = emitting.maskers().masked(granted.data().with(INPUT, input));
        if (edited == null) {
            return granted.deniedBecause(Maskers.FAILED);
        }
        HookOutcome heard = emitting.heard(granted.event(), edited, pinned(now, edited), false);
        HookOutcome outcome = recorded(heard, heard.denied() ? null : check.objection(heard), now);
        if (outcome.action() == Action.ASK_USER) {
            String prompt = outcome.questions().getFirst().prompt();
            return outcome.deniedBecause("The edited input needs an approval of its own: " + prompt);
        }
        Object left = outcome.data().get(INPUT);
        boolean changed = !outcome.denied() && (left == null || !left.equals(edited.get(INPUT)));
        return changed ? outcome.deniedBecause("A hook changed the input that a human had edited") : outcome;
    }

    private HookOutcome recorded(HookOutcome heard, @Nullable Objection objection, Instant now) {
        HookOutcome outcome = objection == null ? heard : heard.deniedBecause(objection.reason());
        String unrecorded = recorder.emitted(outcome, now);
        messages.showOutput(outcome);
        return unrecorded == null || outcome.denied() ? outcome : outcome.deniedBecause(unrecorded);
    }

    /** What becomes of an event that no hook hears of. */
    private Routed unheard(String event, EventData data, Instant now, String reason, boolean isRecorded) {
        EventData pinned = pinned(now, data);
        HookOutcome outcome =
                NO_HOOKS.emit(event, data, Emission.pinning(pinned)).deniedBecause(reason);
        if (isRecorded) {
            recorder.emitted(outcome, now);
        }
        return new Routed(outcome, false, callId(pinned), null, null);
    }

    /** Tells watchers what has been decided, also when this thread is interrupted. Nothing they answer can change it. */
    private void announce(String event, EventData data) {
        boolean interrupted = Thread.interrupted();
        try {
            Instant now = emitting.clock().instant();
            EventData masked = emitting.maskers().masked(data);
            if (masked == null) {
                unheard(event, EventData.empty(), now, Maskers.FAILED, true);
                return;
            }
            HookOutcome outcome = emitting.heard(event, masked, pinned(now, masked), true);
            recorder.emitted(outcome, now);
            messages.showOutput(outcome);
            injections.deliverUnlessDenied(outcome);
            messages.show(outcome);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What a port prints is not the output of a hook, even if this emit comes out of a hook. */
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

    private static @Nullable String callId(EventData pinned) {
        return pinned.get(CALL) instanceof String id ? id : null;
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
