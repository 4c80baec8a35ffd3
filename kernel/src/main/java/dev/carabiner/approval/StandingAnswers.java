package dev.carabiner.approval;

/**
 * Answers that were given before the question: rules that allow or deny an operation without asking a human.
 *
 * <p>The kernel calls it on the emitting thread, before it looks at what the session remembers and before it asks. If it
 * throws, that is on the record and a human is asked, whatever the session remembers: a rule that forbids may be among
 * those that could not be read.
 */
@FunctionalInterface
public interface StandingAnswers {

    /** What the standing answers say about this operation. May be called by several threads at once. */
    Ruling decide(ApprovalRequest request);

    /**
     * What {@link #decide} would say now, without counting a use: for those who explain a policy. Nothing may be permitted
     * on the strength of it. Says that no rule applies unless it is overridden.
     */
    default Ruling foresee(ApprovalRequest request) {
        return new Ruling.None();
    }

    /** How many rules are looked at for a question; 0 unless it is overridden. */
    default int count() {
        return 0;
    }

    /**
     * A human has decided the request and wishes a rule to be made of it, see {@link ApprovalDecision#rule()}. Called on
     * the thread that waited for the decision, after it is on the record. If it throws, that is on the record too, and the
     * decision holds. Does nothing unless it is overridden.
     */
    default void wished(ApprovalRequest request, ApprovalDecision decision) {}

    /** What was found. An answer carries the id of the rule that gave it, so that its use can be recorded. */
    sealed interface Ruling {

        /** No rule applies: a human is asked. */
        record None() implements Ruling {}

        /** A rule allows the operation, and its use has been counted. */
        record Allowed(String ruleId) implements Ruling {}

        /** A rule forbids the operation, whatever else allows it. */
        record Denied(String ruleId) implements Ruling {}
    }
}
