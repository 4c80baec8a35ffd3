package dev.carabiner.testkit;

import dev.carabiner.approval.ApprovalRequest;
import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Assertions about the questions that a channel was asked. What fails lists them. */
public final class ScriptedChannelAssert extends AbstractAssert<ScriptedChannelAssert, ScriptedChannel> {

    ScriptedChannelAssert(ScriptedChannel actual) {
        super(actual, ScriptedChannelAssert.class);
    }

    /** No question came. */
    public ScriptedChannelAssert askedNothing() {
        isNotNull();
        return holds(actual.asked().isEmpty(), "no question");
    }

    /** The hooks of these names asked, one question each, in this order. */
    public ScriptedChannelAssert wasAskedBy(String... hooks) {
        isNotNull();
        List<String> asked = actual.asked().stream().map(ApprovalRequest::hook).toList();
        return holds(asked.equals(List.of(hooks)), "questions by " + List.of(hooks));
    }

    /** One of the prompts holds this. */
    public ScriptedChannelAssert wasAskedWith(String part) {
        isNotNull();
        return holds(actual.prompts().stream().anyMatch(it -> it.contains(part)), "a question with \"" + part + "\"");
    }

    /** The whole script was played. */
    public ScriptedChannelAssert isPlayedToTheEnd() {
        isNotNull();
        return holds(
                actual.stepsLeft() == 0,
                "as many questions as the script has answers; " + actual.stepsLeft() + " left");
    }

    private ScriptedChannelAssert holds(boolean condition, String expected) {
        if (!condition) {
            List<String> asked = actual.asked().stream()
                    .map(it -> it.hook() + ": " + it.prompt())
                    .toList();
            throw failure("%s", "Expected " + expected + "\n but was asked: " + asked);
        }
        return this;
    }
}
