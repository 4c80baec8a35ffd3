package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.Receipt;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A human may change what is to run; then the hooks judge it again. */
@Timeout(60)
class EditedInputTest {

    private final Recording recording = new Recording();
    private final List<EventData> ran = new ArrayList<>();
    private final List<Receipt> receipts = new ArrayList<>();

    private ToolAnswer call(String command, EventData edited) {
        var session = recording
                .builder()
                .channels(List.of(pending -> {
                    receipts.add(pending.decide(
                            Answer.of("Allow always", "ann", pending.request().digest())
                                    .input(edited)));
                    receipts.add(pending.decide("Deny", "ann", pending.request().digest()));
                    return () -> {};
                }))
                .build();
        return session.call(new ToolCall("id-1", "Bash", EventData.of("command", command)), input -> {
            ran.add(input);
            return ToolResult.of("");
        });
    }

    private void asksAbout(String word) {
        recording.hooks.register(
                "tool:pre",
                0,
                "asks",
                (event, data) -> data.object("tool_input").text("command").contains(word)
                        ? HookResult.ask("Run " + word + "?").options("Allow always", "Deny")
                        : null);
    }

    private static EventData command(String text) {
        return EventData.of("command", text);
    }

    @Test
    void the_edited_input_is_what_runs() {
        asksAbout("--force");

        ToolAnswer answer = call("git push --force", command("git push"));

        assertThat(answer.status()).isEqualTo(Status.RAN);
        assertThat(ran).containsExactly(command("git push"));
        assertThat(answer.pre().data().object("tool_input")).isEqualTo(command("git push"));
    }

    @Test
    void a_hook_that_denies_the_edited_input_has_the_last_word() {
        asksAbout("--force");
        recording.hooks.register(
                "tool:pre",
                1,
                "denies",
                (event, data) ->
                        data.object("tool_input").text("command").contains("rm") ? HookResult.deny("no") : null);

        ToolAnswer answer = call("git push --force", command("rm -rf /"));

        assertThat(answer.text()).isEqualTo("Denied by hook: no");
        assertThat(ran).isEmpty();
    }

    @Test
    void a_question_about_the_edited_input_denies_it() {
        asksAbout("git");

        ToolAnswer answer = call("git push --force", command("git push"));

        assertThat(answer.status()).isEqualTo(Status.DENIED);
        assertThat(answer.text()).contains("needs an approval of its own: Run git?");
        assertThat(ran).isEmpty();
    }

    @Test
    void a_hook_that_changes_the_edited_input_denies_it() {
        asksAbout("--force");
        recording.hooks.register(
                "tool:pre",
                -1,
                "adds",
                (event, data) -> HookResult.modify(
                        data.update("tool_input", in -> in.with("command", in.text("command") + " "))));

        assertThat(call("git push --force", command("git push")).status()).isEqualTo(Status.DENIED);
        assertThat(ran).isEmpty();
    }

    @Test
    void the_same_input_is_no_edited_one() {
        asksAbout("--force");

        ToolAnswer first = call("git push --force", command("git push --force"));

        assertThat(first.status()).isEqualTo(Status.RAN);
        assertThat(ran).containsExactly(command("git push --force"));
    }

    @Test
    void what_was_said_of_the_first_input_is_not_injected() {
        asksAbout("--force");
        recording.hooks.register(
                "tool:pre",
                1,
                "injects",
                (event, data) ->
                        HookResult.inject("about " + data.object("tool_input").text("command")));

        call("git push --force", command("git push"));

        assertThat(recording.texts()).containsExactly("about git push");
    }

    @Test
    void allow_always_with_an_edited_input_is_not_remembered() {
        asksAbout("--force");

        call("git push --force", command("git push"));
        call("git push --force", command("git push"));

        assertThat(receipts).hasSize(4);
    }

    @Test
    void an_input_without_canonical_form_is_refused_and_the_question_stays_open() {
        asksAbout("--force");

        call("git push --force", command("half \ud800"));

        assertThat(receipts.getFirst()).isInstanceOf(Receipt.Refused.class);
        assertThat(receipts.getLast()).isInstanceOf(Receipt.Accepted.class);
    }

    @Test
    void an_event_that_is_not_about_a_tool_has_nothing_to_edit() {
        recording.hooks.register("prompt:submit", (event, data) -> HookResult.ask("Sure?"));

        recording
                .builder()
                .channels(List.of(pending -> {
                    receipts.add(pending.decide(
                            Answer.of("Allow", "ann", pending.request().digest())
                                    .input(command("x"))));
                    pending.failed(new IllegalStateException("enough"));
                    return () -> {};
                }))
                .build()
                .emit("prompt:submit", Map.of("prompt", "hello"));

        assertThat(receipts).containsExactly(new Receipt.Refused("There is no tool input to edit"));
    }
}
