package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalTimeoutException;

/** The host's approval system, under its own name; a lockdown that began while it was asked denies what it allowed. */
record ApprovalsUnlessLocked(ApprovalSystem system, Lockdown lockdown) implements ApprovalSystem {

    @Override
    public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException {
        return lockdown.unlessOn(system.requestApproval(request));
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
