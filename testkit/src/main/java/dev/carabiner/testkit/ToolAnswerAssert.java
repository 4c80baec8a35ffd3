package dev.carabiner.testkit;

import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolAnswer.Status;
import org.assertj.core.api.AbstractAssert;

/** Assertions about a guarded call. What fails says what the model was told, and what the hooks did. */
public final class ToolAnswerAssert extends AbstractAssert<ToolAnswerAssert, ToolAnswer> {

    ToolAnswerAssert(ToolAnswer actual) {
        super(actual, ToolAnswerAssert.class);
    }

    /** The tool ran, and the model is told this. */
    public ToolAnswerAssert ranAndSaid(String text) {
        return ran().says(text);
    }

    /** The tool ran. */
    public ToolAnswerAssert ran() {
        isNotNull();
        return holds(actual.status() == Status.RAN, "to run");
    }

    /** The tool did not run: a hook, a human, a rule or the end of the session refused it. */
    public ToolAnswerAssert isDenied() {
        isNotNull();
        return holds(actual.status() == Status.DENIED, "to be denied");
    }

    /** The tool did not run because the hook of this name denied the call. */
    public ToolAnswerAssert isDeniedBy(String hook) {
        isDenied();
        return holds(actual.pre().decidedBy().equals(hook), "to be denied by " + hook);
    }

    /** The tool threw. */
    public ToolAnswerAssert failed() {
        isNotNull();
        return holds(actual.status() == Status.FAILED, "to fail");
    }

    /** The reason of the denial is exactly this. */
    public ToolAnswerAssert withReason(String reason) {
        isNotNull();
        return holds(actual.pre().reason().equals(reason), "to be denied with the reason \"" + reason + "\"");
    }

    /** The reason of the denial holds this. */
    public ToolAnswerAssert withReasonContaining(String part) {
        isNotNull();
        return holds(actual.pre().reason().contains(part), "to be denied with a reason that holds \"" + part + "\"");
    }

    /** The model is told exactly this. */
    public ToolAnswerAssert says(String text) {
        isNotNull();
        return holds(actual.text().equals(text), "to tell the model \"" + text + "\"");
    }

    /** The model is told something that holds this. */
    public ToolAnswerAssert saysSomethingLike(String part) {
        isNotNull();
        return holds(actual.text().contains(part), "to tell the model something with \"" + part + "\"");
    }

    /** What the hooks made of the call before the tool ran. */
    public HookOutcomeAssert before() {
        isNotNull();
        return new HookOutcomeAssert(actual.pre());
    }

    /** What the hooks made of its result. Fails if the tool did not run. */
    public HookOutcomeAssert after() {
        isNotNull();
        if (actual.post() == null) {
            throw failure("%s", "Expected the tool to have run\n but was: " + shown());
        }
        return new HookOutcomeAssert(actual.post());
    }

    private ToolAnswerAssert holds(boolean condition, String expected) {
        if (!condition) {
            throw failure("%s", "Expected the call " + expected + "\n but was: " + shown());
        }
        return this;
    }

    private String shown() {
        return actual.status() + ", the model is told \"" + actual.text() + "\"\n   hooks: " + actual.pre()
                + (actual.post() == null ? "" : "\n          " + actual.post());
    }
}
