package dev.carabiner.engine.store;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.guard.rule.RuleStore;

/** An open store of approvals, and the rules that are kept beside them. Any thread may use it until it is closed. */
public interface SharedApprovals extends AutoCloseable {

    /** Where requests wait and are decided; always the same one. */
    ApprovalStore store();

    /** The rules that people have made of their answers, or added; always the same one. */
    RuleStore rules();

    /** Closes what is open. A second time does nothing. */
    @Override
    void close();
}
