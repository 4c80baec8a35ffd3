package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PermitTest {

    private final Recording recording = new Recording();

    private static ToolPermit permit(ToolGate gate) {
        return ((ToolGate.Permitted) gate).permit();
    }

    private static String refusal(ToolGate gate) {
        return ((ToolGate.Refused) gate).reason();
    }

    @Nested
    class A_permit {

        @Test
        void is_for_the_input_that_the_hooks_made_of_it() {
            recording.hooks.register(
                    "tool:pre",
                    (event, data) ->
                            HookResult.modify(data.update("tool_input", input -> input.with("command", "ls"))));

            ToolPermit permit = permit(recording.session().permitTool("Bash", Map.of("command", "rm -rf /")));

            assertThat(permit.toolName()).isEqualTo("Bash");
            assertThat(permit.input()).isEqualTo(EventData.of("command", "ls"));
        }

        @Test
        void names_its_operation_by_the_digest_of_name_and_input() {
            ToolPermit permit = permit(recording.session().permitTool("Bash", Map.of("command", "ls")));

            assertThat(permit.digest())
                    .isEqualTo(CanonicalJson.digest(
                            EventData.of("tool_input", Map.of("command", "ls"), "tool_name", "Bash")));
        }

        @Test
        void works_once() {
            var session = recording.session();
            ToolPermit permit = permit(session.permitTool("Bash", Map.of("command", "ls")));

            assertThat(session.redeem(permit, "Bash")).isEqualTo(EventData.of("command", "ls"));
            assertThatThrownBy(() -> session.redeem(permit, "Bash"))
                    .isInstanceOf(PermitException.class)
                    .hasMessageContaining("has been used before");
        }

        @Test
        void works_once_even_when_many_threads_try() throws Exception {
            var session = recording.session();
            for (int round = 0; round < 200; round++) {
                ToolPermit permit = permit(session.permitTool("Bash", Map.of()));
                Callable<Boolean> attempt = () -> {
                    try {
                        session.redeem(permit, "Bash");
                        return true;
                    } catch (PermitException e) {
                        return false;
                    }
                };
                try (var threads = Executors.newFixedThreadPool(4)) {
                    long winners = threads.invokeAll(List.of(attempt, attempt, attempt, attempt)).stream()
                            .filter(future -> future.resultNow())
                            .count();
                    assertThat(winners).isEqualTo(1);
                }
            }
        }

        @Test
        void does_not_hold_for_another_tool() {
            var session = recording.session();
            ToolPermit permit = permit(session.permitTool("Read", Map.of()));

            assertThatThrownBy(() -> session.redeem(permit, "Bash"))
                    .hasMessageContaining("does not hold for the tool Bash");
        }

        @Test
        void does_not_hold_in_another_session_not_even_in_one_with_the_same_name() {
            ToolPermit permit = permit(recording.session().permitTool("Bash", Map.of()));

            assertThatThrownBy(() -> recording.session().redeem(permit, "Bash"))
                    .isInstanceOf(PermitException.class)
                    .hasMessageContaining("was minted in session s-1");
        }

        @Test
        void cannot_be_changed_through_the_map_it_was_asked_for_with() {
            var input = new HashMap<String, Object>(Map.of("command", "ls"));
            ToolPermit permit = permit(recording.session().permitTool("Bash", input));
            input.put("command", "rm");

            assertThat(permit.input().text("command")).isEqualTo("ls");
        }

        @Test
        void is_on_the_record_when_minted_and_when_used() {
            var session = recording.session();
            ToolPermit permit = permit(session.permitTool("Bash", Map.of()));
            assertThat(recording.records(PermitMinted.class))
                    .extracting(PermitMinted::digest)
                    .containsExactly(permit.digest());
            assertThat(recording.records(PermitUsed.class)).isEmpty();

            session.redeem(permit, "Bash");

            assertThat(recording.records(PermitUsed.class))
                    .extracting(PermitUsed::permit)
                    .containsExactly(permit.id());
        }
    }

    @Nested
    class The_call_is_refused {

        @Test
        void when_a_hook_denies() {
            recording.hooks.register("tool:pre", (event, data) -> HookResult.deny("too dangerous"));

            assertThat(refusal(recording.session().permitTool("Bash", Map.of())))
                    .isEqualTo("too dangerous");
        }

        @Test
        void when_a_hook_changes_the_tools_name_and_before_anybody_is_asked() {
            recording.hooks.register("tool:pre", (event, data) -> HookResult.modify(data.with("tool_name", "Read")));
            recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Read something?"));

            assertThat(refusal(recording.answering("Allow").permitTool("Bash", Map.of())))
                    .isEqualTo("A hook changed tool_name from Bash to Read");
            assertThat(recording.asked).isEmpty();
        }

        @Test
        void when_a_hook_drops_the_input_or_makes_it_something_else() {
            var closing = recording.hooks.register(
                    "tool:pre", (event, data) -> HookResult.modify(data.without("tool_input")));
            assertThat(refusal(recording.session().permitTool("Bash", Map.of())))
                    .contains("removed tool_input");
            closing.close();

            recording.hooks.register(
                    "tool:pre", (event, data) -> HookResult.modify(data.with("tool_input", "rm -rf /")));
            assertThat(refusal(recording.session().permitTool("Bash", Map.of())))
                    .contains("removed tool_input");
        }

        @Test
        void when_the_input_has_no_canonical_form_to_bind_the_permit_to() {
            assertThat(refusal(recording.session().permitTool("Bash", Map.of("command", "half \ud800 pair"))))
                    .contains("surrogate");
        }

        @Test
        void when_the_session_is_cancelled() {
            var session = recording.session();
            session.cancellation().requestGraceful();

            assertThat(refusal(session.permitTool("Bash", Map.of()))).isEqualTo("Cancelled");
        }

        @Test
        void when_the_thread_is_interrupted() {
            recording.hooks.register("tool:pre", (event, data) -> null);
            Thread.currentThread().interrupt();

            assertThat(refusal(recording.session().permitTool("Bash", Map.of())))
                    .isEqualTo("Interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
