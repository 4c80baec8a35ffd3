package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.cli.terminal.Screen;

/** Says that a question waits on the page of this run; the answer comes by the store. */
record AnsweredOnPage(Screen screen) implements ApprovalChannel {

    @Override
    public String name() {
        return "console";
    }

    @Override
    public AutoCloseable offer(PendingApproval pending) {
        screen.line("  " + screen.styles().yellow("Waits for an answer on the page: ")
                + pending.request().shown().prompt());
        return () -> {};
    }
}
