package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What watchers hear of a question and its answer. */
class ApprovalEventsTest {

    private final Recording recording = new Recording();

    private final List<String> heard = new ArrayList<>();

    @Test
    void tell_of_the_question_and_of_its_answer() {
        recording.asks(HookResult.ask("Sure?"));
        recording.hooks.observe("*", (event, data) -> heard.add(event));

        recording.answering("Allow").emit("tool:pre", Map.of());
        recording.answering("Deny").emit("tool:pre", Map.of());

        assertThat(heard)
                .containsExactly(
                        "tool:pre",
                        "approval:required",
                        "user:notification",
                        "approval:granted",
                        "tool:pre",
                        "approval:required",
                        "user:notification",
                        "approval:denied");
    }

    @Test
    void of_a_remembered_grant_are_the_grant_alone_marked_as_cached() {
        recording.asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
        var session = recording.answering("Allow always");
        session.emit("tool:pre", Map.of());
        List<EventData> granted = new ArrayList<>();
        recording.hooks.observe("approval:*", (event, data) -> {
            heard.add(event);
            granted.add(data);
        });

        session.emit("tool:pre", Map.of());

        assertThat(heard).containsExactly("approval:granted");
        assertThat(granted.getFirst().get("cached")).isEqualTo(true);
    }

    @Test
    void cannot_be_denied_or_asked_about_and_trying_is_a_recorded_failure() {
        recording.asks(HookResult.ask("Sure?"));
        for (String event : List.of("approval:required", "user:notification", "approval:granted")) {
            recording.hooks.register(
                    HookOptions.forEvent(event).onFailure(FailurePolicy.DENY),
                    (name, data) -> HookResult.deny("I object"));
            recording.hooks.register(event, (name, data) -> HookResult.ask("Really?"));
        }

        var outcome = recording.answering("Allow").emit("tool:pre", Map.of());

        assertThat(outcome.denied()).isFalse();
        assertThat(recording.asked).hasSize(1);
        assertThat(recording.records.stream().filter(record -> record.toString().contains("neither deny nor ask")))
                .hasSize(3);
    }

    @Test
    void have_payloads_that_fit_their_typed_views() {
        recording.asks(HookResult.ask("Sure?"));
        List<Object> views = new ArrayList<>();
        recording.hooks.on(Events.APPROVAL_REQUIRED, (view, data) -> {
            views.add(view);
            return null;
        });
        recording.hooks.on(Events.APPROVAL_GRANTED, (view, data) -> {
            views.add(view);
            return null;
        });
        recording.hooks.on(Events.APPROVAL_DENIED, (view, data) -> {
            views.add(view);
            return null;
        });
        recording.hooks.on(Events.USER_NOTIFICATION, (view, data) -> {
            views.add(view);
            return null;
        });

        recording.answering("Allow").emit("tool:pre", Recording.bash("ls"));
        recording.answering("Deny").emit("tool:pre", Recording.bash("ls"));

        assertThat(views).hasSize(6);
    }
}
