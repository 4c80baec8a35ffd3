package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookResult;
import dev.carabiner.session.CancellationToken.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sub-agents pass through the same gate. */
class ChildSessionTest {

    private final Recording recording = new Recording();

    @Test
    void a_childs_tools_pass_the_same_hooks() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.deny("not even by delegating"));

        ToolGate gate = recording.session().child("s-1.1").build().permitTool("Bash", Map.of());

        assertThat(gate)
                .isInstanceOfSatisfying(
                        ToolGate.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo("not even by delegating"));
    }

    @Test
    void a_child_is_its_own_session_with_its_own_conversation_on_the_same_record() {
        recording.hooks.register("a:b", (event, data) -> HookResult.inject("for the child"));
        var child = recording.session().child("s-1.1").build();

        assertThat(child.emit("a:b", Map.of()).data().text("session_id")).isEqualTo("s-1.1");

        assertThat(child.context().messages()).hasSize(1);
        assertThat(recording.texts()).isEmpty();
        assertThat(recording.records).extracting(record -> record.session()).containsOnly("s-1.1");
    }

    @Test
    void a_childs_questions_reach_the_same_human() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));

        recording.answering("Allow").child("s-1.1").build().emit("tool:pre", Map.of());

        assertThat(recording.asked).extracting(request -> request.session()).containsExactly("s-1.1");
    }

    @Test
    void cancelling_the_parent_cancels_its_children_at_any_depth_and_not_the_other_way() {
        var parent = recording.session();
        var child = parent.child("s-1.1").build();
        var grandchild = child.child("s-1.1.1").build();

        child.cancellation().requestGraceful();
        assertThat(parent.cancellation().level()).isEqualTo(Level.NONE);
        assertThat(grandchild.cancellation().level()).isEqualTo(Level.GRACEFUL);

        parent.cancellation().requestImmediate();
        assertThat(grandchild.cancellation().level()).isEqualTo(Level.IMMEDIATE);
    }

    @Test
    void a_child_of_a_cancelled_session_begins_cancelled() {
        var parent = recording.session();
        parent.cancellation().requestImmediate();

        assertThat(parent.child("late").build().cancellation().level()).isEqualTo(Level.IMMEDIATE);
    }

    @Test
    void cancellation_never_goes_down_and_tells_its_listeners_of_each_rise() {
        var token = recording.session().cancellation();
        List<Level> heard = new ArrayList<>();
        var listening = token.onRequest(() -> heard.add(token.level()));

        token.requestGraceful();
        token.requestGraceful();
        token.requestImmediate();
        token.requestGraceful();
        listening.close();

        assertThat(heard).containsExactly(Level.GRACEFUL, Level.IMMEDIATE);
        assertThat(token.level()).isEqualTo(Level.IMMEDIATE);
    }
}
