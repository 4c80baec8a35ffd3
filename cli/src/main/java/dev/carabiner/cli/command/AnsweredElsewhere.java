package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.display.VisibleText;

/** Says that a question waits, and how it can be answered; the answer comes by the store. */
record AnsweredElsewhere(Screen screen) implements ApprovalChannel {

    @Override
    public String name() {
        return "elsewhere";
    }

    @Override
    public AutoCloseable offer(PendingApproval pending) {
        String id = VisibleText.inOneLine(pending.request().id());
        screen.line("  " + screen.styles().yellow("Waits for an answer: ")
                + pending.request().shown().prompt());
        screen.line("  Look and answer in another terminal: carabiner approvals show " + id);
        return () -> {};
    }
}
