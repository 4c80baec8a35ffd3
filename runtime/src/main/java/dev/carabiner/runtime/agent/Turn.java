package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.display.Trouble;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.context.MessageData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;

/** One prompt, from its submission to its answer: the agent's loop. */
final class Turn {

    private final SessionCoordinator session;
    private final Agent agent;
    private final Violations violations;
    private final ToolCalls toolCalls;
    private final int number;
    private final long began = System.nanoTime();
    private Usage usage = Usage.NONE;
    private int rounds;
    private boolean accepted;

    Turn(Agent agent, int number) {
        this.agent = agent;
        this.session = agent.coordinator();
        this.violations = agent.violations();
        this.toolCalls = new ToolCalls(session, agent.tools(), violations);
        this.number = number;
    }

    TurnResult run(String prompt) {
        session.startTurn();
        TurnEnd end;
        try (TurnThread thread = new TurnThread(session.cancellation())) {
            end = recorded(ended(prompt));
        }
        boolean interrupted = Thread.interrupted(); // what is told from here on is told in full
        if (accepted) {
            session.emit(
                    "execution:complete",
                    EventData.of(
                            "response", end.answer(), "status", end.status().inEvents(), "duration_ms", elapsed()));
            session.emit(
                    "orchestrator:complete",
                    EventData.of(
                            "orchestrator", agent.orchestrator(),
                            "final_message", MessageData.of(Message.assistant(end.answer())),
                            "turn_count", number,
                            "duration_ms", elapsed(),
                            "status", end.status().inEvents()));
        }
        session.emit(
                "prompt:complete", EventData.of("prompt", prompt, "response", end.answer(), "duration_ms", elapsed()));
        if (interrupted && !session.cancellation().requested()) {
            Thread.currentThread().interrupt();
        }
        String lastDenial = end.status() == TurnStatus.DENIED ? end.answer() : toolCalls.lastDenial();
        return new TurnResult(end.answer(), end.status(), usage, rounds, toolCalls.run(), lastDenial);
    }

    /** Round by round: the model is asked, its tools are run, until it asks for none. */
    private TurnEnd execute(String submitted) throws TurnEnd, InterruptedException {
        String prompt = submit(submitted);
        requireAllowed(session.emit("execution:start", EventData.of("prompt", prompt, "turn", number)));
        while (rounds < agent.maxRounds()) {
            requireWanted();
            agent.compaction().ifFull();
            rounds++;
            ModelAnswer answer = agent.model().answer(agent.tools().specs());
            usage = usage.plus(answer.usage());
            session.context().add(answer.message());
            if (answer.toolCalls().isEmpty()) {
                return new TurnEnd(TurnStatus.SUCCESS, answer.text());
            }
            toolCalls.runAll(answer.toolCalls(), answer.faultyCalls());
        }
        throw new TurnEnd(
                TurnStatus.ERROR,
                "Stopped after " + rounds + " rounds without a final answer; session.max_rounds sets the limit");
    }

    /** The prompt as the hooks would have it; from here on it is part of the conversation. */
    private String submit(String prompt) throws TurnEnd {
        HookOutcome submitted =
                session.emit("prompt:submit", EventData.of("prompt", prompt, "metadata", EventData.empty()));
        requireAllowed(submitted);
        String settled = submitted.data().get("prompt") instanceof String text ? text : "";
        session.context().add(Message.user(settled));
        accepted = true;
        return settled;
    }

    /** However it ends, it has an end; and if it was to stop, then that is why. */
    private TurnEnd ended(String prompt) {
        try {
            return execute(prompt);
        } catch (TurnEnd end) {
            boolean stopped =
                    session.cancellation().requested() || Thread.currentThread().isInterrupted();
            return stopped ? interrupted() : end;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return interrupted();
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            session.emit(
                    "error:orchestration",
                    EventData.of(
                            "error",
                            EventData.of("type", e.getClass().getSimpleName(), "message", Trouble.inWords(e))));
            return new TurnEnd(TurnStatus.ERROR, "The agent failed: " + Trouble.inWords(e));
        }
    }

    /** What came to nothing because it could not be recorded has failed, whatever it looks like. */
    private TurnEnd recorded(TurnEnd end) {
        String unrecorded = violations.mounted().auditTrouble();
        return unrecorded == null ? end : new TurnEnd(TurnStatus.ERROR, unrecorded);
    }

    private static TurnEnd interrupted() {
        return new TurnEnd(TurnStatus.INTERRUPTED, "Cancelled");
    }

    private void requireWanted() throws TurnEnd {
        if (session.cancellation().requested()) {
            throw interrupted();
        }
    }

    private void requireAllowed(HookOutcome outcome) throws TurnEnd {
        if (outcome.denied()) {
            violations.tell(outcome, null);
            throw new TurnEnd(TurnStatus.DENIED, outcome.reason());
        }
    }

    private long elapsed() {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }
}
