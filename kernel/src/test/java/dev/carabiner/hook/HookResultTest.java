package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HookResultTest {

    static Stream<HookResult> oneOfEach() {
        return Stream.of(
                HookResult.proceed(),
                HookResult.proceed(Map.of("k", 1)),
                HookResult.deny("no"),
                HookResult.modify(Map.of("k", 1)).reason("why"),
                HookResult.inject("text").role(Role.ASSISTANT).ephemeral().appendToLastToolResult(),
                HookResult.ask("Sure?")
                        .options("Allow all", "Deny")
                        .byDefault(Decision.ALLOW)
                        .reason("why"));
    }

    @Nested
    class Factories {

        @Test
        void go_on() {
            HookResult.Continue result = HookResult.proceed();

            assertThat(result).isEqualTo(new HookResult.Continue(null, null, false));
            assertThat(result.action()).isEqualTo(Action.CONTINUE);
        }

        @Test
        void go_on_offering_data() {
            HookResult.Continue result = HookResult.proceed(Map.of("k", 1));

            assertThat(result.data()).isEqualTo(EventData.of("k", 1));
            assertThat(result.action()).isEqualTo(Action.CONTINUE);
        }

        @Test
        void deny() {
            HookResult.Deny result = HookResult.deny("no");

            assertThat(result).isEqualTo(new HookResult.Deny("no", null, false));
            assertThat(result.reason()).isEqualTo("no");
            assertThat(result.action()).isEqualTo(Action.DENY);
        }

        @Test
        void modify() {
            HookResult.Modify result = HookResult.modify(Map.of("k", 1));

            assertThat(result.data()).isEqualTo(EventData.of("k", 1));
            assertThat(result.reason()).isEmpty();
            assertThat(result.action()).isEqualTo(Action.MODIFY);
        }

        @Test
        void inject() {
            HookResult.InjectContext result = HookResult.inject("text");

            assertThat(result).isEqualTo(new HookResult.InjectContext("text", Role.SYSTEM, false, false, null, false));
            assertThat(result.action()).isEqualTo(Action.INJECT_CONTEXT);
        }

        @Test
        void ask() {
            HookResult.AskUser result = HookResult.ask("Sure?");

            assertThat(result)
                    .isEqualTo(new HookResult.AskUser(
                            "Sure?",
                            List.of("Allow", "Deny"),
                            Duration.ofSeconds(300),
                            Decision.DENY,
                            "",
                            "",
                            null,
                            false,
                            ""));
            assertThat(result.action()).isEqualTo(Action.ASK_USER);
        }

        @Test
        void copy_the_maps_that_they_are_given() {
            var mutable = new HashMap<String, Object>(Map.of("k", 1));
            HookResult.Modify modify = HookResult.modify(mutable);
            HookResult.Continue offer = HookResult.proceed(mutable);
            mutable.put("k", 2);

            assertThat(modify.data()).isEqualTo(EventData.of("k", 1));
            assertThat(offer.data()).isEqualTo(EventData.of("k", 1));
        }
    }

    @Nested
    class Refinements {

        @Test
        void of_an_injection() {
            HookResult.InjectContext result =
                    HookResult.inject("text").role(Role.USER).ephemeral().appendToLastToolResult();

            assertThat(result).isEqualTo(new HookResult.InjectContext("text", Role.USER, true, true, null, false));
        }

        @Test
        void of_a_question() {
            HookResult.AskUser result = HookResult.ask("Sure?")
                    .options("Allow once", "Allow always", "Deny")
                    .timeout(Duration.ofSeconds(7))
                    .byDefault(Decision.ALLOW)
                    .reason("risky");

            assertThat(result.options()).containsExactly("Allow once", "Allow always", "Deny");
            assertThat(result.timeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(result.byDefault()).isEqualTo(Decision.ALLOW);
            assertThat(result.reason()).isEqualTo("risky");
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.hook.HookResultTest#oneOfEach")
        void of_all_keep_the_kind_of_result_and_everything_else(HookResult result) {
            HookResult refined = result.userMessage("hello", Level.WARNING).suppressOutput();

            assertThat(refined.userMessage()).isEqualTo(new UserMessage("hello", Level.WARNING, ""));
            assertThat(refined.outputSuppressed()).isTrue();
            assertThat(refined)
                    .hasSameClassAs(result)
                    .usingRecursiveComparison()
                    .ignoringFields("userMessage", "outputSuppressed")
                    .isEqualTo(result);
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.hook.HookResultTest#oneOfEach")
        void of_all_default_to_info_and_nothing(HookResult result) {
            assertThat(result.userMessage()).isNull();
            assertThat(result.outputSuppressed()).isFalse();
            assertThat(result.userMessage("hello").userMessage().level()).isEqualTo(Level.INFO);
        }

        @Test
        void keep_their_type_in_a_chain() {
            HookResult.AskUser ask =
                    HookResult.ask("Sure?").userMessage("m").suppressOutput().timeout(Duration.ZERO);
            HookResult.InjectContext inject = HookResult.inject("t")
                    .suppressOutput()
                    .userMessage("m", Level.ERROR)
                    .ephemeral();
            HookResult.Modify modify = HookResult.modify(Map.of())
                    .userMessage("m")
                    .suppressOutput()
                    .reason("r");

            assertThat(List.of(ask.outputSuppressed(), inject.outputSuppressed(), modify.outputSuppressed()))
                    .containsOnly(true);
        }

        @Test
        void leave_the_original_as_it_was() {
            HookResult.InjectContext original = HookResult.inject("text");
            original.ephemeral();
            original.userMessage("hello");

            assertThat(original).isEqualTo(HookResult.inject("text"));
        }
    }

    @Nested
    class InvalidResults {

        @Test
        void are_an_injection_without_text_or_as_a_tool() {
            assertThatThrownBy(() -> HookResult.inject("")).isInstanceOf(InvalidResultException.class);
            assertThatThrownBy(() -> HookResult.inject("x").role(Role.TOOL)).isInstanceOf(InvalidResultException.class);
        }

        @Test
        void are_a_question_with_a_blank_option_or_a_negative_timeout() {
            assertThatThrownBy(() -> HookResult.ask("x").options("Allow", " "))
                    .isInstanceOf(InvalidResultException.class);
            assertThatThrownBy(() -> HookResult.ask("x").timeout(Duration.ofSeconds(-1)))
                    .isInstanceOf(InvalidResultException.class);
        }

        @Test
        void are_those_that_miss_what_they_are_about() {
            assertThatThrownBy(() -> HookResult.modify((Map<String, ?>) null)).isInstanceOf(NullPointerException.class);
        }
    }

    @Nested
    class An_explanation {

        @Test
        void can_be_given_with_any_result_which_keeps_its_kind() {
            HookResult.Continue go = HookResult.proceed().because("x");
            HookResult.Deny deny = HookResult.deny("no").because("x");
            HookResult.Modify modify = HookResult.modify(Map.of()).because("x");
            HookResult.InjectContext inject = HookResult.inject("t").because("x");
            HookResult.AskUser ask = HookResult.ask("?").because("x");

            assertThat(List.of(go, deny, modify, inject, ask))
                    .extracting(HookResult::because)
                    .containsOnly("x");
        }

        @Test
        void is_empty_unless_given_and_survives_other_refinements() {
            assertThat(HookResult.deny("no").because()).isEmpty();
            assertThat(HookResult.deny("no").because(null).because()).isEmpty();
            assertThat(HookResult.ask("?")
                            .because("x")
                            .timeout(Duration.ofSeconds(1))
                            .suppressOutput()
                            .because())
                    .isEqualTo("x");
        }

        @Test
        void is_neither_the_reason_nor_a_message() {
            HookResult.Deny deny = HookResult.deny("no").because("x");

            assertThat(deny.reason()).isEqualTo("no");
            assertThat(deny.userMessage()).isNull();
        }
    }

    @Nested
    class Questions {

        @Test
        void may_declare_how_far_a_lasting_grant_reaches() {
            HookResult.AskUser ask = HookResult.ask("?").scope("Bash: git push").options("Allow always", "Deny");

            assertThat(ask.scope()).isEqualTo("Bash: git push");
            assertThat(HookResult.ask("?").scope()).isEmpty();
            assertThat(HookResult.ask("?").scope(" ").scope()).isEmpty();
        }

        @Test
        void carry_their_scope_into_the_outcome() {
            var registry = new HookRegistry();
            registry.register("a:b", (event, data) -> HookResult.ask("?").scope("all of it"));

            assertThat(registry.emit("a:b", Map.of()).questions().getFirst().scope())
                    .isEqualTo("all of it");
        }

        @Test
        void without_a_prompt_ask_the_usual_one() {
            assertThat(HookResult.ask(" ").prompt()).isEqualTo("Allow this operation?");
        }

        @Test
        void without_options_offer_the_usual_ones() {
            assertThat(HookResult.ask("x").options(new String[0]).options()).containsExactly("Allow", "Deny");
        }
    }

    @Test
    void the_components_have_the_names_that_others_rely_on() {
        assertThat(components(HookResult.InjectContext.class)).contains("text", "role", "isEphemeral", "isAppended");
        assertThat(components(HookResult.AskUser.class))
                .contains("prompt", "options", "timeout", "byDefault", "reason");
        assertThat(components(HandlerRun.class)).contains("name", "priority", "elapsed", "result", "failure");
        for (Class<?> kind : HookResult.class.getPermittedSubclasses()) {
            assertThat(components(kind)).contains("userMessage", "outputSuppressed");
        }
    }

    private static List<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .map(component -> component.getName())
                .toList();
    }
}
