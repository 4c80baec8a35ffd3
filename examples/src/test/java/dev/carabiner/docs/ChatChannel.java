package dev.carabiner.docs;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.OperationText;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import java.util.List;

// snippet: channel
public final class ChatChannel implements ApprovalChannel {

    /** What a chat can do: a message with buttons, which can be changed later. */
    public interface Chat {

        String post(String text, List<String> buttons, Pressed pressed) throws Exception;

        void change(String message, String text) throws Exception;
    }

    /** Called by the chat, on any thread, with the name that it knows the user by; returns what to reply. */
    public interface Pressed {
        String by(String user, String button);
    }

    private final Chat chat;

    public ChatChannel(Chat chat) {
        this.chat = chat;
    }

    @Override
    public String name() {
        return "chat";
    }

    @Override
    public AutoCloseable offer(PendingApproval pending) throws Exception {
        ApprovalRequest request = pending.request();
        OperationText shown = request.shown(); // rendered by the kernel from the real data
        String text = shown.prompt() + "\n" + shown.full();
        String message = chat.post(
                text,
                request.options(),
                (user, option) ->
                        reply(pending.decide(option, user, request.digest()))); // the digest of what was shown
        return () -> chat.change(message, text + "\n" + end(pending.decision()));
    }

    private static String reply(Receipt receipt) {
        return switch (receipt) {
            case Receipt.Accepted(var decision) -> decision.granted() ? "Allowed." : "Denied.";
            case Receipt.Counted(int have, int need) -> have + " of " + need + " have allowed it.";
            case Receipt.AlreadyDecided(var decision) -> decision.decidedBy() + " was first.";
            case Receipt.OperationChanged(var digest) -> "It has changed; please look at it again.";
            case Receipt.Refused(var why) -> why;
        };
    }

    private static String end(ApprovalDecision decision) {
        return (decision.granted() ? "Allowed by " : "Denied by ") + decision.decidedBy();
    }
}
// end
