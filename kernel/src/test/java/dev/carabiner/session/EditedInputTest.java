package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.Receipt;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookOptions;
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

    private static final HookOptions SECOND =
            HookOptions.forEvent("tool:pre").priority(1).name("second");

    private static HookResult deniesRm(String event, EventData data) {
        return data.object("tool_input").text("command").contains("rm") ? HookResult.deny("no") : HookResult.proceed();
    }

    @Test
    void a_guard_that_denies_the_edited_input_has_the_last_word() {
        asksAbout("--force");
        recording.hooks.register(SECOND.guard(), EditedInputTest::deniesRm);

        ToolAnswer answer = call("git push --force", command("rm -rf /"));

        assertThat(answer.text()).isEqualTo("Denied by hook: no");
        assertThat(ran).isEmpty();
        assertThat(answer.pre().runs())
                .extracting(run -> run.name() + (run.again() ? " again" : ""))
                .containsExactly("asks", "second", "asks again", "second again");
    }

    @Test
    void so_has_any_other_handler() {
        asksAbout("--force");
        recording.hooks.register(SECOND, EditedInputTest::deniesRm);

        assertThat(call("git push --force", command("rm -rf /")).status()).isEqualTo(Status.DENIED);
        assertThat(ran).isEmpty();
    }

    @Test
    void a_guard_that_fails_at_the_edited_input_denies_it() {
        asksAbout("--force");
        recording.hooks.register(SECOND.guard(), (event, data) -> {
            if (data.object("tool_input").text("command").equals("git push")) {
                throw new IllegalStateException("broken");
            }
            return null;
        });

        assertThat(call("git push --force", command("git push")).text()).contains("Guard second unavailable: ");
    }

    @Test
    void a_handler_that_fails_at_it_and_is_no_guard_fails_as_it_always_does() {
        asksAbout("--force");
        recording.hooks.register(SECOND, (event, data) -> {
            throw new IllegalStateException("broken");
        });

        assertThat(call("git push --force", command("git push")).status()).isEqualTo(Status.RAN);
        assertThat(ran).containsExactly(command("git push"));
    }

    private static HookResult adds(String event, EventData data) {
        return HookResult.modify(data.update("tool_input", in -> in.with("command", in.text("command") + " -v")));
    }

    @Test
    void what_a_human_wrote_is_changed_by_no_hook() {
        asksAbout("--force");
        recording.hooks.register(SECOND, EditedInputTest::adds);

        ToolAnswer answer = call("git push --force", command("git push"));

        assertThat(answer.status()).isEqualTo(Status.RAN);
        assertThat(ran).containsExactly(command("git push"));
        assertThat(answer.pre().runs().getLast().failure().kind()).isEqualTo(HookFailure.Kind.INVALID_RESULT);
    }

    @Test
    void a_hook_that_would_change_it_and_denies_by_failing_denies_it() {
        asksAbout("--force");
        recording.hooks.register(SECOND.onFailure(FailurePolicy.DENY), EditedInputTest::adds);

        assertThat(call("git push --force", command("git push")).text()).contains("Guard second unavailable: ");
        assertThat(ran).isEmpty();
    }

    @Test
    void a_handler_that_had_answered_for_just_that_is_not_called_again() {
        List<String> heard = new ArrayList<>();
        recording.hooks.register("tool:pre", -2, "hears", (event, data) -> {
            heard.add(data.object("tool_input").text("command"));
            return null;
        });
        recording.hooks.register("tool:pre", -1, "adds", EditedInputTest::adds);
        asksAbout("-v");

        call("git push", command("git push"));

        assertThat(heard).containsExactly("git push");
        assertThat(ran).containsExactly(command("git push"));
    }

    @Test
    void the_record_tells_who_judged_it_and_who_did_not() {
        recording.hooks.register("tool:pre", -1, "plain", (event, data) -> null);
        recording.hooks.register(SECOND.name("other").tools("Read"), (event, data) -> null);
        asksAbout("--force");
        recording.hooks.register(SECOND.guard(), EditedInputTest::deniesRm);
        recording.hooks.register(SECOND.name("third").guard(), (event, data) -> null);

        call("git push --force", command("rm x"));

        Emitted judging = recording.records(Emitted.class).stream()
                .filter(it -> it.edit() != null)
                .findFirst()
                .orElseThrow();
        assertThat(judging.edit().by()).isEqualTo("ann");
        assertThat(judging.data().object("tool_input")).isEqualTo(command("rm x"));
        assertThat(judging.changes()).isEmpty();
        assertThat(judging.runs())
                .extracting(run -> run.hook() + " " + run.action())
                .containsExactly("plain continue", "asks continue", "second deny");
        assertThat(judging.skipped())
                .extracting(it -> it.hook() + " " + it.why())
                .containsExactly("other only for Read", "third after the deny");
        assertThat(recording.records(Denied.class))
                .singleElement()
                .satisfies(denied -> assertThat(denied.actor()).isEqualTo("second"))
                .satisfies(denied -> assertThat(denied.emit()).isEqualTo(judging.emit()));
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
    void a_guard_that_changes_the_edited_input_has_failed_and_denies_it() {
        asksAbout("--force");
        recording.hooks.register(
                SECOND.guard(),
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
        assertThat(receipts.getFirst())
                .isInstanceOfSatisfying(
                        Receipt.Accepted.class,
                        accepted -> assertThat(accepted.decision().input()).isNull());
    }

    @Test
    void what_was_said_of_the_first_input_is_not_injected() {
        asksAbout("--force");
        recording.hooks.register(
                SECOND,
                (event, data) ->
                        HookResult.inject("about " + data.object("tool_input").text("command")));

        call("git push --force", command("git push"));

        assertThat(recording.texts()).containsExactly("about git push");
    }

    @Test
    void what_a_handler_writes_is_shown_once_for_each_call_of_it() {
        recording.hooks.register("tool:pre", -1, "prints", (event, data) -> {
            System.out.println("printed");
            return null;
        });
        asksAbout("--force");

        call("git push --force", command("git push"));

        assertThat(recording.records(OutputCaught.class)).hasSize(2);
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
