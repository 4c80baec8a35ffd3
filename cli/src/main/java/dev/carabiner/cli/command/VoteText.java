package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;

/** Says what became of a vote, and with which exit code. */
record VoteText(Surroundings here) {

    int print(VoteResult result) {
        return switch (result) {
            case VoteResult.Won(ApprovalDecision decision) ->
                line((decision.granted() ? "Allowed" : "Denied") + edited(decision), ExitCode.DONE);
            case VoteResult.Counted(int have, int need) ->
                line("Counted: " + have + " of " + need + " have allowed it", ExitCode.DONE);
            case VoteResult.Late(ApprovalDecision decision) -> problem("Too late: " + ApprovalPage.who(decision));
            case VoteResult.Refused(String why) -> problem("Not counted: " + why);
        };
    }

    private static String edited(ApprovalDecision decision) {
        return decision.input() == null ? "" : ", with the edited input if the guards let it pass";
    }

    private int line(String text, int code) {
        here.out().println(VisibleText.inOneLine(text));
        return code;
    }

    private static int problem(String text) {
        throw CommandException.failed(text);
    }
}
