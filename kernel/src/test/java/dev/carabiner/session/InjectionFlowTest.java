package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.Injected.Fate;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.hook.HookResult;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InjectionFlowTest {

    private final Recording recording = new Recording();

    private void injects(String hook, HookResult.InjectContext injection) {
        recording.hooks.register("tool:post", 0, hook, (event, data) -> injection);
    }

    @Nested
    class A_stored_injection {

        @Test
        void is_a_system_message_with_its_origin() {
            injects("linter", HookResult.inject("line too long"));

            recording.session().emit("tool:post", Map.of());

            Message message = recording.context.messages().getFirst();
            assertThat(message.role()).isEqualTo(Role.SYSTEM);
            assertThat(message.text()).isEqualTo("line too long");
            assertThat(message.metadata())
                    .containsEntry("source", "hook")
                    .containsEntry("hook_name", "linter")
                    .containsEntry("event", "tool:post")
                    .containsEntry("timestamp", "2026-03-01T12:00:00Z");
        }

        @Test
        void is_made_safe_first() {
            injects("raw", HookResult.inject("a\u0000b\u001B[31mred\u001B[0m\u202Ex\u0085y\ud800z\tok\r\n"));

            recording.session().emit("tool:post", Map.of());

            assertThat(recording.texts()).containsExactly("abredxyz\tok\r\n");
        }

        @Test
        void is_left_out_when_nothing_safe_remains() {
            injects("hidden", HookResult.inject("\u001B[2J\u202E"));

            recording.session().emit("tool:post", Map.of());

            assertThat(recording.texts()).isEmpty();
            assertThat(recording.records(Injected.class))
                    .extracting(Injected::fate)
                    .containsExactly(Fate.EMPTY);
        }
    }

    @Nested
    class Several_injections_of_one_emit {

        @Test
        void become_one_message_that_names_each_author() {
            injects("linter", HookResult.inject("too long"));
            injects("types", HookResult.inject("ä!"));

            recording.session().emit("tool:post", Map.of());

            assertThat(recording.texts()).containsExactly("""
                    Hook feedback:

                    From linter (8 bytes):
                    too long

                    From types (3 bytes):
                    ä!""");
            assertThat(recording.context.messages().getFirst().metadata()).containsEntry("hook_name", "linter,types");
        }

        @Test
        void stay_apart_when_role_lifetime_or_placement_differ() {
            injects("a", HookResult.inject("1"));
            injects("b", HookResult.inject("2").role(Role.USER));
            injects("c", HookResult.inject("3").ephemeral());
            injects("d", HookResult.inject("4").ephemeral().appendToLastToolResult());
            injects("e", HookResult.inject("5"));

            recording.session().emit("tool:post", Map.of());

            assertThat(recording.texts())
                    .containsExactly("Hook feedback:\n\nFrom a (1 bytes):\n1\n\nFrom e (1 bytes):\n5", "2");
            assertThat(recording.context.forNextRequest())
                    .extracting(Message::text)
                    .endsWith("3", "4");
        }
    }

    @Nested
    class The_size_limit {

        @Test
        void is_10240_bytes_of_utf_8_for_each_hooks_own_text() {
            injects("fits", HookResult.inject("x".repeat(10_240)));
            injects("fits too", HookResult.inject("y".repeat(10_240)));
            injects("does not", HookResult.inject("ä".repeat(5_121)));

            recording.session().emit("tool:post", Map.of());

            assertThat(recording.texts()).hasSize(1);
            assertThat(recording.texts().getFirst())
                    .contains("From fits (10240", "From fits too (10240")
                    .doesNotContain("ä");
            assertThat(recording.shown)
                    .filteredOn(message -> message.level() == Level.ERROR)
                    .singleElement()
                    .satisfies(message -> {
                        assertThat(message.text()).contains("exceeds 10240 bytes");
                        assertThat(message.source()).isEqualTo("hook:does not");
                    });
            assertThat(recording.records(Injected.class))
                    .extracting(Injected::fate)
                    .contains(Fate.TOO_LARGE);
        }

        @Test
        void can_be_changed() {
            injects("small", HookResult.inject("12345"));
            injects("large", HookResult.inject("123456"));

            recording.builder().injectionSizeLimit(5).build().emit("tool:post", Map.of());

            assertThat(recording.texts()).containsExactly("12345");
        }

        @Test
        void can_be_raised_above_the_usual_or_lifted() {
            injects("large", HookResult.inject("x".repeat(200_000)));

            recording
                    .builder()
                    .injectionSizeLimit(200_000)
                    .injectionBudgetPerTurn(1_000_000)
                    .build()
                    .emit("tool:post", Map.of());
            recording.builder().unlimitedInjections().build().emit("tool:post", Map.of());

            assertThat(recording.texts()).hasSize(2);
        }
    }

    @Nested
    class The_budget_of_a_turn {

        @Test
        void drops_what_would_exceed_it_with_a_warning_and_keeps_what_still_fits() {
            injects("first", HookResult.inject("x".repeat(20)));
            injects("too much", HookResult.inject("x".repeat(24)));
            injects("still fits", HookResult.inject("x".repeat(17)).role(Role.USER));

            recording.builder().injectionBudgetPerTurn(10).build().emit("tool:post", Map.of());

            assertThat(recording.texts()).containsExactly("x".repeat(20), "x".repeat(17));
            assertThat(recording.records(Injected.class))
                    .extracting(Injected::fate)
                    .containsExactly(Fate.OVER_BUDGET, Fate.ADDED, Fate.ADDED);
            assertThat(recording.shown).extracting(UserMessage::level).containsExactly(Level.WARNING);
        }

        @Test
        void counts_four_characters_a_token_rounded_up_and_ephemeral_injections_too() {
            injects("five", HookResult.inject("12345").ephemeral());
            var session = recording.builder().injectionBudgetPerTurn(3).build();

            session.emit("tool:post", Map.of());
            session.emit("tool:post", Map.of());

            assertThat(recording.context.forNextRequest()).hasSize(1);
        }

        @Test
        void begins_anew_with_each_turn() {
            injects("four", HookResult.inject("1234"));
            var session = recording.builder().injectionBudgetPerTurn(1).build();

            session.emit("tool:post", Map.of());
            session.emit("tool:post", Map.of());
            session.startTurn();
            session.emit("tool:post", Map.of());

            assertThat(recording.texts()).hasSize(2);
        }

        @Test
        void warns_once_when_a_turn_passes_1000_tokens_and_drops_nothing() {
            injects("chatty", HookResult.inject("x".repeat(2_400)));
            var session = recording.session();

            session.emit("tool:post", Map.of());
            assertThat(recording.shown).isEmpty();
            session.emit("tool:post", Map.of());
            session.emit("tool:post", Map.of());

            assertThat(recording.shown).singleElement().satisfies(message -> {
                assertThat(message.level()).isEqualTo(Level.WARNING);
                assertThat(message.text()).contains("1200 tokens");
            });
            assertThat(recording.texts()).hasSize(3);
        }
    }
}
