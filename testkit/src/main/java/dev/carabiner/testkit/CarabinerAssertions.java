package dev.carabiner.testkit;

import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.ToolAnswer;

/** Where assertions about hooks begin: import its {@code assertThat} beside AssertJ's own. */
public final class CarabinerAssertions {

    private CarabinerAssertions() {}

    /** About the outcome of an emit. */
    public static HookOutcomeAssert assertThat(HookOutcome outcome) {
        return new HookOutcomeAssert(outcome);
    }

    /** About a whole guarded call. */
    public static ToolAnswerAssert assertThat(ToolAnswer answer) {
        return new ToolAnswerAssert(answer);
    }

    /** About the events that were seen. */
    public static EventRecorderAssert assertThat(EventRecorder recorder) {
        return new EventRecorderAssert(recorder);
    }

    /** About the questions that were asked. */
    public static ScriptedChannelAssert assertThat(ScriptedChannel channel) {
        return new ScriptedChannelAssert(channel);
    }
}
