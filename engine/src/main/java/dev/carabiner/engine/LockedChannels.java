package dev.carabiner.engine;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Approval channels by which nothing is allowed while the lockdown is on, also if it was asked before. */
final class LockedChannels {

    private LockedChannels() {}

    static List<ApprovalChannel> of(List<ApprovalChannel> channels, Lockdown lockdown) {
        return channels.stream()
                .flatMap(channel -> channel.parts().stream())
                .<ApprovalChannel>map(part -> part instanceof ApprovalSystem system
                        ? new LockedSystem(system, lockdown)
                        : new LockedChannel(part, lockdown))
                .toList();
    }

    private record LockedChannel(ApprovalChannel channel, Lockdown lockdown) implements ApprovalChannel {

        @Override
        public AutoCloseable offer(PendingApproval pending) throws Exception {
            return channel.offer(new LockedPending(pending, lockdown));
        }

        @Override
        public String name() {
            return channel.name();
        }
    }

    private record LockedSystem(ApprovalSystem system, Lockdown lockdown) implements ApprovalSystem {

        @Override
        public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException {
            return system.requestApproval(request);
        }

        @Override
        public void answer(PendingApproval pending) {
            system.answer(new LockedPending(pending, lockdown));
        }

        @Override
        public String name() {
            return system.name();
        }

        @Override
        public String decidedBy() {
            return system.decidedBy();
        }
    }

    private record LockedPending(PendingApproval pending, Lockdown lockdown) implements PendingApproval {

        @Override
        public ApprovalRequest request() {
            return pending.request();
        }

        @Override
        public @Nullable ApprovalDecision decision() {
            return pending.decision();
        }

        @Override
        public Receipt decide(Answer answer) {
            if (lockdown.isOn()) {
                pending.failed(new IllegalStateException(Lockdown.REASON));
                return new Receipt.Refused(Lockdown.REASON);
            }
            return pending.decide(answer);
        }

        @Override
        public void failed(Throwable problem) {
            pending.failed(problem);
        }
    }
}
