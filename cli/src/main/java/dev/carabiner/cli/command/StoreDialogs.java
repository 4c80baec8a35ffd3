package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.StoredQuestion;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.SystemTerminal;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jline.terminal.Terminal;

/** Asks the person at this terminal what agents of other processes wait for. */
final class StoreDialogs {

    private static final long PAUSE_MILLIS = 250;
    private static final int MOST_WATCHED = 200;

    private final Surroundings here;
    private final ApprovalStore store;
    private final String person;

    StoreDialogs(Surroundings here, ApprovalStore store, String person) {
        this.here = here;
        this.store = store;
        this.person = person;
    }

    /** Asks one, until it is answered here or elsewhere. */
    int ask(StoredApproval stored) throws IOException {
        ApprovalDecision before = stored.decision();
        if (before != null) {
            throw CommandException.failed("Too late: " + ApprovalPage.who(before));
        }
        try (Terminal terminal = SystemTerminal.open(here);
                Screen screen = SystemTerminal.screen(terminal, here)) {
            Offered offered = offer(new TerminalApproval(terminal, screen, person), stored);
            while (!offered.isOver(store)) {
                pause();
            }
            offered.close();
            return exitCode(offered.question());
        }
    }

    /** Asks whatever comes up, until it is interrupted. */
    void watch() throws IOException {
        try (Terminal terminal = SystemTerminal.open(here);
                Screen screen = SystemTerminal.screen(terminal, here)) {
            screen.line(here.styles().dim("Waiting for agents that ask; Ctrl-C ends this"));
            TerminalApproval dialogs = new TerminalApproval(terminal, screen, person);
            Map<String, Offered> open = new HashMap<>();
            while (!Thread.currentThread().isInterrupted()) {
                List<StoredApproval> waiting = store.pending(null, MOST_WATCHED);
                Set<String> ids = waiting.stream().map(StoredApproval::id).collect(Collectors.toSet());
                waiting.forEach(each -> open.computeIfAbsent(each.id(), id -> offer(dialogs, each)));
                open.values().stream()
                        .filter(each -> !ids.contains(each.question().request().id()))
                        .forEach(Offered::close);
                open.keySet().retainAll(ids);
                pause();
            }
        }
    }

    private Offered offer(TerminalApproval dialogs, StoredApproval stored) {
        StoredQuestion question = new StoredQuestion(store, stored.request());
        return new Offered(question, dialogs.offer(question));
    }

    /** A question on this terminal, and what takes it away. */
    private record Offered(StoredQuestion question, AutoCloseable offer) {

        boolean isOver(ApprovalStore store) {
            StoredApproval now = store.read(question.request().id());
            return question.isOver() || now == null || now.state() != State.PENDING;
        }

        void close() {
            try {
                offer.close();
            } catch (Exception e) {
                throw new IllegalStateException("A question could not be taken away", e);
            }
        }
    }

    private static int exitCode(StoredQuestion question) {
        Throwable problem = question.problem();
        if (problem != null) {
            throw CommandException.failed(
                    "It could not be asked: " + VisibleText.inOneLine(Throwables.inWords(problem)));
        }
        Receipt receipt = question.receipt();
        if (receipt instanceof Receipt.Accepted || receipt instanceof Receipt.Counted) {
            return ExitCode.DONE;
        }
        ApprovalDecision decision = question.decision();
        throw CommandException.failed(
                decision == null
                        ? "It was not answered"
                        : "Too late: " + ApprovalPage.who(Objects.requireNonNull(decision)));
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
