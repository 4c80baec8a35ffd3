package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.MessageData;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.event.ErrorOrchestration;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ExecutionComplete;
import dev.carabiner.event.ExecutionStart;
import dev.carabiner.event.OrchestratorComplete;
import dev.carabiner.event.PromptComplete;
import dev.carabiner.event.PromptSubmit;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;

/** One prompt, from its submission to its answer: the agent's loop. */
final class TurnLoop {

    /** How often in a row a hook can keep a turn from ending. */
    private static final int MOST_SENT_ON = 8;

    private final SessionCoordinator session;
    private final Agent agent;
    private final PolicyViolations violations;
    private final ToolCalls toolCalls;
    private final int number;
    private final long began = System.nanoTime();
    private Usage usage = Usage.NONE;
    private int rounds;
    private int sentOn;
    private boolean accepted;
    private boolean completed; // the hooks were told of the end, and let it be one

    TurnLoop(Agent agent, int number) {
        this.agent = agent;
        this.session = agent.coordinator();
        this.violations = agent.violations();
        this.toolCalls = new ToolCalls(session, agent.tools(), violations);
        this.number = number;
    }

    TurnResult run(String prompt) {
        session.startTurn();
        TurnEndedException end;
        try (TurnThread thread = new TurnThread(session.cancellation())) {
            end = recorded(ended(prompt));
        }
        boolean interrupted = Thread.interrupted(); // what is told from here on is told in full
        if (accepted) {
            if (!completed) {
                complete(end);
            }
            session.emit(
                    Events.ORCHESTRATOR_COMPLETE,
                    new OrchestratorComplete(
                            null,
                            agent.orchestrator(),
                            MessageData.of(Message.assistant(end.answer())),
                            number,
                            elapsed(),
                            end.status().inEvents(),
                            null));
        }
        session.emit(Events.PROMPT_COMPLETE, new PromptComplete(null, prompt, end.answer(), elapsed(), null));
        if (interrupted && !session.cancellation().requested()) {
            Thread.currentThread().interrupt();
        }
        String lastDenial = end.status() == TurnStatus.DENIED ? end.answer() : toolCalls.lastDenial();
        return new TurnResult(end.answer(), end.status(), usage, rounds, toolCalls.run(), lastDenial);
    }

    /** Round by round: the model is asked, its tools are run, until it asks for none. */
    private TurnEndedException execute(String submitted) throws TurnEndedException, InterruptedException {
        String prompt = submit(submitted);
        requireAllowed(session.emit(Events.EXECUTION_START, new ExecutionStart(null, prompt, number, null)));
        while (rounds < agent.maxRounds()) {
            requireWanted();
            agent.compaction().ifFull();
            rounds++;
            ModelAnswer answer = agent.model().answer(agent.tools().specs());
            usage = usage.plus(answer.usage());
            session.context().add(answer.message());
            TurnEndedException end = new TurnEndedException(TurnStatus.SUCCESS, answer.text());
            if (!answer.toolCalls().isEmpty()) {
                toolCalls.runAll(answer.toolCalls(), answer.faultyCalls());
            } else if (!isSentOn(end)) {
                return end;
            }
        }
        throw new TurnEndedException(
                TurnStatus.ERROR,
                "Stopped after " + rounds + " rounds without a final answer; session.max_rounds sets the limit");
    }

    /** The prompt as the hooks would have it; from here on it is part of the conversation. */
    private String submit(String prompt) throws TurnEndedException {
        HookOutcome submitted =
                session.emit(Events.PROMPT_SUBMIT, new PromptSubmit(null, prompt, EventData.empty(), null));
        requireAllowed(submitted);
        String settled = submitted.data().get("prompt") instanceof String text ? text : "";
        session.context().add(Message.user(settled));
        accepted = true;
        return settled;
    }

    private HookOutcome complete(TurnEndedException end) {
        return session.emit(
                Events.EXECUTION_COMPLETE,
                new ExecutionComplete(null, end.answer(), end.status().inEvents(), elapsed(), null));
    }

    /**
     * Tells the hooks that the model is done. A denial puts its reason into the conversation, as the user's words, and sends
     * the agent on. What is to stop stops nonetheless, and so does an agent that was sent on too often: it might never end.
     */
    private boolean isSentOn(TurnEndedException end) {
        if (isStopped()) {
            return false; // the event is told in full when the turn is over
        }
        HookOutcome told = complete(end);
        completed = !isStopped();
        boolean goesOn = told.denied()
                && completed
                && sentOn < MOST_SENT_ON
                && violations.session().auditTrouble() == null;
        if (goesOn) {
            sentOn++;
            completed = false;
            session.context()
                    .add(Message.user(told.reason())
                            .withMetadata(EventData.of(
                                    "source", "hook", "hook_name", told.decidedBy(), "event", told.event())));
        }
        return goesOn;
    }

    private boolean isStopped() {
        return session.cancellation().requested() || Thread.currentThread().isInterrupted();
    }

    /** However it ends, it has an end; and if it was to stop, then that is why. */
    private TurnEndedException ended(String prompt) {
        try {
            return execute(prompt);
        } catch (TurnEndedException end) {
            return isStopped() ? interrupted() : end;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return interrupted();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            session.emit(
                    Events.ERROR_ORCHESTRATION,
                    new ErrorOrchestration(
                            null,
                            EventData.of("type", e.getClass().getSimpleName(), "message", Throwables.inWords(e)),
                            null));
            return new TurnEndedException(TurnStatus.ERROR, "The agent failed: " + Throwables.inWords(e));
        }
    }

    /** What came to nothing because it could not be recorded has failed, whatever it looks like. */
    private TurnEndedException recorded(TurnEndedException end) {
        String unrecorded = violations.session().auditTrouble();
        return unrecorded == null ? end : new TurnEndedException(TurnStatus.ERROR, unrecorded);
    }

    private static TurnEndedException interrupted() {
        return new TurnEndedException(TurnStatus.INTERRUPTED, "Cancelled");
    }

    private void requireWanted() throws TurnEndedException {
        if (session.cancellation().requested()) {
            throw interrupted();
        }
    }

    private void requireAllowed(HookOutcome outcome) throws TurnEndedException {
        if (outcome.denied()) {
            violations.tell(outcome, null);
            throw new TurnEndedException(TurnStatus.DENIED, outcome.reason());
        }
    }

    private long elapsed() {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }
}
