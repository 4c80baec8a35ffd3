package org.example;

import static dev.carabiner.testkit.CarabinerAssertions.assertThat;

import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.CarabinerExtension;
import dev.carabiner.testkit.EventRecorder;
import dev.carabiner.testkit.ScriptedChannel;
import dev.carabiner.testkit.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

// snippet: session-test
@ExtendWith(CarabinerExtension.class)
class WriteLimitSessionTest {

    @Test
    void a_file_that_is_too_long_is_not_written(TestSession session, EventRecorder events) throws Exception {
        session.mount(new WriteLimit(), "characters", 5);
        session.tool("Write", input -> ToolResult.of("wrote " + input.text("file_path")));

        assertThat(session.call("Write", "file_path", "a.txt", "content", "short")).ranAndSaid("wrote a.txt");
        assertThat(session.call("Write", "file_path", "b.txt", "content", "longer"))
                .isDeniedBy("write-limit")
                .withReason("6 characters are more than the 5 that a file may have");
        assertThat(events).sawExactly("tool:pre", "tool:post", "tool:pre");
    }

    @Test
    void it_leaves_the_decision_to_the_human_whom_another_hook_asks(TestSession session, ScriptedChannel human)
            throws Exception {
        session.mount(new WriteLimit());
        session.hooks().register("tool:pre", (event, data) -> HookResult.ask("Really?"));
        human.then("Allow").then("Deny", "not today");

        assertThat(session.call("Write", "content", "x")).ran();
        assertThat(session.call("Write", "content", "x")).isDenied().withReasonContaining("not today");
        assertThat(human).wasAskedWith("Really?").isPlayedToTheEnd();
    }
}
// end
