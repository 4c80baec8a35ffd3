package dev.carabiner.approval;

/**
 * Answers that were given before the question: rules that allow or deny an operation without asking a human.
 *
 * <p>The kernel calls it on the emitting thread, before it looks at what the session remembers and before it asks. If it
 * throws, the question is denied: a rule that forbids may be among those that could not be read.
 */
@FunctionalInterface
public interface StandingAnswers {

    /** What the standing answers say about this operation. May be called by several threads at once. */
    Ruling decide(ApprovalRequest request);

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
