package dev.carabiner.approval;

import dev.carabiner.testkit.ApprovalSystemContract;

class FixedAnswerTest extends ApprovalSystemContract {

    @Override
    protected ApprovalSystem answering(String option) {
        return ApprovalSystem.answering(option);
    }

    @Override
    protected ApprovalSystem silent() {
        return null;
    }
}
