package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.display.Trouble;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.context.MessageData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.session.CancellationToken;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.Objects;

/** One prompt, from its submission to its answer: the agent's loop. */
final class Turn {

    private final SessionCoordinator session;
    private final Agent agent;
    private final ToolCalls toolCalls;
    private final int number;
    private final long began = System.nanoTime();
    private Usage usage = Usage.NONE;
    private int rounds;

    Turn(Agent agent, int number) {
        this.agent = agent;
        this.session = agent.coordinator();
        this.toolCalls = new ToolCalls(session, agent.tools());
        this.number = number;
    }

    TurnResult run(String prompt) {
        session.startTurn();
        HookOutcome submitted =
                session.emit("prompt:submit", EventData.of("prompt", prompt, "metadata", EventData.empty()));
        if (submitted.denied()) {
            Violations.tell(session, submitted, null);
            return complete(prompt, ended(new TurnEnd(TurnStatus.DENIED, submitted.reason())));
        }
        String accepted = Objects.requireNonNullElse(submitted.data().text("prompt"), "");
        session.context().add(Message.user(accepted));
        TurnEnd end = interruptible(() -> execute(accepted));
        boolean interrupted = Thread.interrupted(); // what is told from here on is told in full
        session.emit(
                "execution:complete",
                EventData.of("response", end.answer(), "status", end.status().inEvents(), "duration_ms", elapsed()));
        session.emit(
                "orchestrator:complete",
                EventData.of(
                        "orchestrator", agent.orchestrator(),
                        "final_message", MessageData.of(Message.assistant(end.answer())),
                        "turn_count", number,
                        "duration_ms", elapsed(),
                        "status", end.status().inEvents()));
        TurnResult result = complete(accepted, end);
        if (interrupted && !session.cancellation().requested()) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    /** Round by round: the model is asked, its tools are run, until it asks for none. */
    private TurnEnd execute(String prompt) throws TurnEnd, InterruptedException {
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
            toolCalls.runAll(answer.toolCalls());
        }
        throw new TurnEnd(
                TurnStatus.ERROR,
                "Stopped after " + rounds + " rounds without a final answer; session.max_rounds sets the limit");
    }

    /** An immediate cancellation interrupts this thread, and whatever it waits for ends. */
    private TurnEnd interruptible(Execution execution) {
        Thread thread = Thread.currentThread();
        CancellationToken cancellation = session.cancellation();
        try (CancellationToken.Listening listening = cancellation.onRequest(() -> {
            if (cancellation.level() == CancellationToken.Level.IMMEDIATE) {
                thread.interrupt();
            }
        })) {
            return execution.run();
        } catch (TurnEnd end) {
            return ended(end);
        } catch (InterruptedException e) {
            thread.interrupt();
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

    private TurnResult complete(String prompt, TurnEnd end) {
        session.emit(
                "prompt:complete", EventData.of("prompt", prompt, "response", end.answer(), "duration_ms", elapsed()));
        return new TurnResult(end.answer(), end.status(), usage, rounds, toolCalls.run(), toolCalls.lastDenial());
    }

    /** Whatever ended it, if it was to stop, then that is why. */
    private TurnEnd ended(TurnEnd end) {
        boolean stopped =
                session.cancellation().requested() || Thread.currentThread().isInterrupted();
        return stopped && end.status() != TurnStatus.SUCCESS ? interrupted() : end;
    }

    private static TurnEnd interrupted() {
        return new TurnEnd(TurnStatus.INTERRUPTED, "Cancelled");
    }

    private void requireWanted() throws TurnEnd {
        if (session.cancellation().requested()) {
            throw interrupted();
        }
    }

    private static void requireAllowed(HookOutcome outcome) throws TurnEnd {
        if (outcome.denied()) {
            throw new TurnEnd(TurnStatus.DENIED, outcome.reason());
        }
    }

    private long elapsed() {
        return Duration.ofNanos(System.nanoTime() - began).toMillis();
    }

    @FunctionalInterface
    private interface Execution {
        TurnEnd run() throws TurnEnd, InterruptedException;
    }
}
