package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Rehearsal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An event that is judged has no effect but that its handlers were called. */
class JudgeTest {

    private static final EventData CALL = EventData.of("tool_name", "Bash", "tool_input", Map.of("command", "ls"));

    private final Recording recording = new Recording();

    private SessionCoordinator session() {
        return recording
                .builder()
                .approvals(request -> {
                    recording.asked.add(request);
                    return "Allow always";
                })
                .build();
    }

    private void assertNothingHappened() {
        assertThat(recording.order).isEmpty();
        assertThat(recording.asked).isEmpty();
        assertThat(recording.shown).isEmpty();
        assertThat(recording.outputs).isEmpty();
        assertThat(recording.context.messages()).isEmpty();
        assertThat(recording.context.forNextRequest()).isEmpty();
    }

    @Test
    void leaves_its_questions_open_and_does_nothing() {
        recording.hooks.register("tool:pre", 1, "asks", (event, data) -> {
            System.out.println("written");
            return HookResult.ask("Sure?").options("Allow always", "Deny").userMessage("hello");
        });
        recording.hooks.register("tool:pre", 2, "notes", (event, data) -> HookResult.inject("note"));

        HookOutcome outcome = session().judge("tool:pre", CALL);
        Rehearsal rehearsal = session().rehearse("tool:pre", CALL);

        assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
        assertThat(outcome.questions()).hasSize(1);
        assertThat(outcome.injections()).hasSize(1);
        assertThat(rehearsal.outcome().messages()).hasSize(1);
        assertNothingHappened();
    }

    @Test
    void gives_handlers_the_session_and_the_time_and_takes_theirs() {
        recording.hooks.register(
                "tool:pre",
                1,
                "reads",
                (event, data) -> HookResult.deny(data.text("session_id") + " " + data.text("timestamp")));

        HookOutcome outcome = session().judge("tool:pre", CALL.with("session_id", "forged"));

        assertThat(outcome.reason()).startsWith("s-1 2026-03-01T12:00:00");
        assertThat(outcome.runs().getFirst().elapsed()).isGreaterThan(Duration.ZERO);
    }

    @Test
    void shows_no_handler_what_cannot_be_masked() {
        recording.hooks.register("tool:pre", (event, data) -> HookResult.inject("seen"));
        SessionCoordinator session = recording
                .builder()
                .maskers(List.of(data -> {
                    throw new IllegalStateException();
                }))
                .build();

        assertThat(session.judge("tool:pre", CALL).reason()).isEqualTo("Masking failed");
        assertThatThrownBy(() -> session.rehearse("tool:pre", CALL)).hasMessage("Masking failed");
    }
}
