package dev.carabiner.session;

import dev.carabiner.audit.RecordedChange;
import dev.carabiner.display.StandardStreams;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.Emission;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Rehearsal;
import dev.carabiner.hook.Rejudgement;
import dev.carabiner.session.EmitClock.Moment;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The way of every event of a session: through the hooks, and then to the ports with what they asked for. */
final class Pipeline {

    /** How the session's events reach its hooks. */
    record Emitting(HookRegistry hooks, EmitClock clock, Maskers maskers, boolean capturesOutput) {

        /** The data with the default fields, masked; null if they cannot be. */
        @Nullable
        EventData masked(EventData data) {
            return maskers.masked(hooks.withDefaultFields(data));
        }

        HookOutcome heard(String event, EventData data, long began, boolean isAnnouncement) {
            Emission how = how(data);
            return hooks.emit(event, data, isAnnouncement ? how.announcement() : how, began);
        }

        /** What the handlers say to data that a human has changed. */
        Rejudgement heardAgain(HookOutcome outcome, EventData changed) {
            return hooks.judgeAgain(outcome, changed, how(changed));
        }

        /** The id of a call is kept as the event brings it. */
        Emission how(EventData data) {
            boolean isOfCall = data.get(CALL) != null;
            if (capturesOutput) {
                StandardStreams.install(); // the program may have set others meanwhile
                return isOfCall ? OF_CALL : OF_SESSION;
            }
            return isOfCall ? UNCAPTURED_OF_CALL : UNCAPTURED;
        }
    }

    /** What the coordinator itself has against an outcome; null for nothing. */
    interface Check {
        @Nullable
        Objection objection(HookOutcome heard);
    }

    private static final HookRegistry NO_HOOKS = new HookRegistry();

    /**
     * The JVM inlines no method with a parameter of a class that was never loaded, as these two are not in a session in
     * which nothing was asked; a third of what an emit allocates and a tenth of its time hang on it.
     */
    @SuppressWarnings("unused")
    private static final List<Class<?>> LOADED = List.of(Grants.class, RecordedChange.class);

    private static final String CALL = "tool_call_id";
    private static final String INPUT = "tool_input";
    private static final String SESSION = "session_id";
    private static final String TIME = "timestamp";
    private static final Emission OF_SESSION = Emission.pinning(SESSION, TIME);
    private static final Emission OF_CALL = Emission.pinning(SESSION, TIME, CALL);
    private static final Emission UNCAPTURED = OF_SESSION.withoutOutput();
    private static final Emission UNCAPTURED_OF_CALL = OF_CALL.withoutOutput();

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
     * @param cause the id of the emit that it follows from; empty for the one that this thread is inside of, if any
     * @param mayWait whether this thread waits for a human; if not, a question that is not decided ends it
     */
    Routed emit(String event, EventData data, String cause, boolean mayWait, Check check) {
        String id = recorder.newEmit();
        return EmitDepth.within(event, id, outer -> {
            String parent = cause.isEmpty() ? outer : cause;
            EventData masked = emitting.masked(data);
            Moment now = emitting.clock().now();
            if (masked == null) {
                return unmasked(event, new Emit(id, parent, now.time(), null));
            }
            Emit emit = new Emit(id, parent, now.time(), callId(masked));
            if (lifecycle.isEnded() && event.equals("tool:pre")) {
                return tooLate(event, masked, emit);
            }
            return routed(emitting.heard(event, pinned(masked, now.time()), now.nanos(), false), emit, mayWait, check);
        });
    }

    /** What a port prints is not the output of a hook, even if this emit comes out of a hook. */
    private Routed routed(HookOutcome heard, Emit emit, boolean mayWait, Check check) {
        boolean interrupted = isInterrupted(heard);
        StandardStreams.Slot slot = StandardStreams.slot();
        StandardStreams.Catch ofOuterHook = slot.redirect(null);
        try {
            Objection objection = heard.denied() ? null : check.objection(heard);
            HookOutcome outcome = recorded(heard, objection, emit);
            Routed routed = outcome.action() == Action.ASK_USER
                    ? asked(outcome, emit, mayWait, check)
                    : new Routed(outcome, interrupted || isStop(objection), emit, null, null);
            if (routed.waitingFor() != null) {
                injections.postpone(outcome, emit.callId());
                return routed;
            }
            injections.deliverUnlessDenied(routed.outcome(), emit.callId());
            messages.show(routed.outcome(), emit.callId());
            return routed;
        } finally {
            slot.redirect(ofOuterHook);
        }
    }

    private Routed asked(HookOutcome outcome, Emit emit, boolean mayWait, Check check) {
        return switch (approvals.settle(outcome, new Inquiry.Asker(emit.callId(), mayWait))) {
            case Settlement.Granted(Grants grants) -> new Routed(outcome.questionsGranted(), false, emit, grants, null);
            case Settlement.Edited(EventData input, String by, Grants grants) ->
                new Routed(judgedAgain(outcome, input, by, emit, check), false, emit, grants, null);
            case Settlement.Refused(String reason, boolean stop, Denier denier) ->
                new Routed(denied(outcome, reason, denier, emit), stop, emit, null, null);
            case Settlement.Waiting(String request) -> new Routed(outcome, false, emit, null, request);
        };
    }

    /** Runs the handlers and nothing else: what they want done is in the outcome, and is not done. */
    HookOutcome judge(String event, EventData data) {
        return EmitDepth.within(event, () -> {
            EventData masked = emitting.masked(data);
            Moment now = emitting.clock().now();
            return masked == null
                    ? unheard(event, EventData.empty(), now.time(), Maskers.FAILED)
                    : emitting.heard(event, pinned(masked, now.time()), now.nanos(), false);
        });
    }

    /** The same, to be gone through again without one handler or another. */
    Rehearsal rehearse(String event, EventData data) {
        EventData masked = emitting.masked(data);
        if (masked == null) {
            throw new IllegalStateException(Maskers.FAILED);
        }
        EventData pinned = pinned(masked, emitting.clock().now().time());
        return emitting.hooks().rehearse(event, pinned, emitting.how(pinned));
    }

    /** An input that a human edited: the hooks judge it once more, without asking and without changing it. */
    private HookOutcome judgedAgain(HookOutcome asked, EventData input, String by, Emit asking, Check check) {
        EventData edited = emitting.maskers().masked(asked.data().with(INPUT, input));
        if (edited == null) {
            return denied(asked, Maskers.FAILED, Denier.BROKEN, asking);
        }
        Emit emit = new Emit(recorder.newEmit(), asking.id(), asking.time(), asking.callId());
        Rejudgement judged = emitting.heardAgain(asked, pinned(edited, asking.time()));
        HookOutcome heard = judged.outcome();
        Objection objection = heard.denied() ? null : check.objection(heard);
        HookOutcome outcome = objection == null ? heard : heard.deniedBecause(objection.reason());
        RecordedChange edit = EmitRecord.change(by, asked.data(), outcome.data());
        String unrecorded = recorder.judgedAgain(judged, outcome, emit, edit);
        recordDenial(outcome, objection, emit);
        messages.showOutput(judged.runs(), outcome.event(), emit.callId());
        HookOutcome recorded = orDeniedBecause(outcome, unrecorded, emit);
        if (recorded.action() != Action.ASK_USER) {
            return recorded;
        }
        String prompt = recorded.questions().getFirst().prompt();
        return denied(recorded, "The edited input needs an approval of its own: " + prompt, Denier.KERNEL, emit);
    }

    /** What the handlers came to, on the record; denied if there is an objection, or if it cannot be recorded. */
    private HookOutcome recorded(HookOutcome heard, @Nullable Objection objection, Emit emit) {
        HookOutcome outcome = objection == null ? heard : heard.deniedBecause(objection.reason());
        String unrecorded = recorder.emitted(outcome, emit);
        recordDenial(outcome, objection, emit);
        messages.showOutput(outcome, emit.callId());
        return orDeniedBecause(outcome, unrecorded, emit);
    }

    private void recordDenial(HookOutcome outcome, @Nullable Objection objection, Emit emit) {
        if (outcome.denied()) {
            denied(outcome, outcome.reason(), objection == null ? Denier.of(outcome) : Denier.of(objection), emit);
        }
    }

    /** One record may be too large where the next is not: the denial itself is tried. */
    private HookOutcome orDeniedBecause(HookOutcome outcome, @Nullable String unrecorded, Emit emit) {
        return unrecorded == null || outcome.denied() ? outcome : denied(outcome, unrecorded, Denier.BROKEN, emit);
    }

    /** Puts the denial on the record, with its author. */
    private HookOutcome denied(HookOutcome outcome, String reason, Denier denier, Emit emit) {
        String tool = outcome.data().get("tool_name") instanceof String name ? name : "";
        recorder.denied(emit, outcome.event(), reason, tool, denier);
        return outcome.denied() ? outcome : outcome.deniedBecause(reason);
    }

    /** What becomes of an event that no hook hears of. */
    private HookOutcome unheard(String event, EventData data, Instant now, String reason) {
        return NO_HOOKS.emit(event, pinned(data, now), OF_SESSION, System.nanoTime())
                .deniedBecause(reason);
    }

    /** For an event whose data cannot be masked: nothing of them is told, recorded included. */
    private Routed unmasked(String event, Emit emit) {
        HookOutcome outcome = unheard(event, EventData.empty(), emit.time(), Maskers.FAILED);
        recorder.emitted(outcome, emit);
        return new Routed(denied(outcome, Maskers.FAILED, Denier.BROKEN, emit), false, emit, null, null);
    }

    /** For a call after the end of the session. It is not emitted, so that its denial is on the record without an emit. */
    private Routed tooLate(String event, EventData data, Emit emit) {
        HookOutcome outcome = unheard(event, data, emit.time(), Lifecycle.ENDED);
        Emit none = new Emit("", emit.parent(), emit.time(), emit.callId());
        return new Routed(denied(outcome, Lifecycle.ENDED, Denier.SESSION_END, none), false, emit, null, null);
    }

    /** Tells watchers what has been decided, also when this thread is interrupted. Nothing they answer can change it. */
    private void announce(String event, EventData data) {
        String parent = EmitDepth.currentEmit();
        String id = recorder.newEmit();
        boolean interrupted = Thread.interrupted();
        try {
            EmitDepth.under(id, () -> announce(event, data, id, parent));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void announce(String event, EventData data, String id, String parent) {
        EventData masked = emitting.masked(data);
        Moment now = emitting.clock().now();
        if (masked == null) {
            unmasked(event, new Emit(id, parent, now.time(), null));
            return;
        }
        HookOutcome outcome = emitting.heard(event, pinned(masked, now.time()), now.nanos(), true);
        Emit emit = new Emit(id, parent, now.time(), callId(masked));
        recorder.emitted(outcome, emit);
        messages.showOutput(outcome, emit.callId());
        injections.deliverUnlessDenied(outcome, emit.callId());
        messages.show(outcome, emit.callId());
    }

    /** With the session and the time of every event: no hook can change these. */
    private EventData pinned(EventData data, Instant now) {
        return data.with(SESSION, recorder.session(), TIME, now);
    }

    private static @Nullable String callId(EventData data) {
        return data.get(CALL) instanceof String id ? id : null;
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
