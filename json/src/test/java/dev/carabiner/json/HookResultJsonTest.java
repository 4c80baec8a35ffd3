package dev.carabiner.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.InvalidResultException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookResultJsonTest {

    static final List<HookResult> RESULTS = List.of(
            HookResult.proceed(),
            HookResult.proceed(EventData.of("a", 1)).userMessage("hi", Level.WARNING),
            HookResult.deny("no").suppressOutput(),
            HookResult.modify(EventData.of("tool_name", "x")).reason("why"),
            HookResult.inject("text").role(Role.USER).ephemeral().appendToLastToolResult(),
            HookResult.ask("Deploy?")
                    .options("Allow once", "Deny")
                    .timeout(Duration.ofMillis(1_500))
                    .byDefault(Decision.ALLOW)
                    .reason("prod")
                    .scope("Deploy: staging")
                    .because("the rule for deployments")
                    .userMessage("wait"),
            HookResult.proceed().because("not my file"),
            HookResult.modify(EventData.empty()).because("tidied").suppressOutput());

    @ParameterizedTest
    @FieldSource("RESULTS")
    void what_was_written_reads_the_same(HookResult result) {
        assertThat(HookResultJson.read(HookResultJson.write(result))).isEqualTo(result);
    }

    @Test
    void all_fourteen_fields_are_written_with_their_defaults() {
        assertThat(HookResultJson.write(HookResult.proceed()))
                .isEqualTo("{\"action\":\"continue\",\"data\":null,\"reason\":null,\"context_injection\":null,"
                        + "\"context_injection_role\":\"system\",\"ephemeral\":false,"
                        + "\"append_to_last_tool_result\":false,\"approval_prompt\":null,\"approval_options\":null,"
                        + "\"approval_timeout\":300.0,\"approval_default\":\"deny\",\"suppress_output\":false,"
                        + "\"user_message\":null,\"user_message_level\":\"info\"}");
    }

    @Test
    void an_explanation_and_a_scope_are_written_only_if_there_are_any() {
        assertThat(HookResultJson.write(HookResult.ask("x").because("why").scope("Bash: ls")))
                .endsWith("\"user_message_level\":\"info\",\"because\":\"why\",\"scope\":\"Bash: ls\"}");
        assertThat(HookResultJson.write(HookResult.ask("x"))).doesNotContain("because", "scope");
    }

    @Test
    void an_explanation_and_a_scope_are_known_fields() {
        List<String> warnings = new ArrayList<>();

        HookResult result = HookResultJson.read(
                "{\"action\":\"ask_user\",\"because\":\"why\",\"scope\":\"Bash: ls\"}", warnings::add);

        assertThat(result).isEqualTo(HookResult.ask("").because("why").scope("Bash: ls"));
        assertThat(warnings).isEmpty();
    }

    @Test
    void an_empty_object_means_continue() {
        assertThat(HookResultJson.read("{}")).isEqualTo(HookResult.proceed());
    }

    @Test
    void a_question_without_a_prompt_asks_whether_to_allow_the_operation() {
        assertThat(HookResultJson.read("{\"action\":\"ask_user\"}")).isEqualTo(HookResult.ask("Allow this operation?"));
    }

    @Test
    void an_unknown_field_is_left_out_with_a_warning() {
        List<String> warnings = new ArrayList<>();

        HookResult result = HookResultJson.read("{\"action\":\"deny\",\"decision\":\"allow\"}", warnings::add);

        assertThat(result).isEqualTo(HookResult.deny(""));
        assertThat(warnings).singleElement().asString().contains("decision");
    }

    @Nested
    class An_invalid_result {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"action\":\"allow\"}",
                    "{\"action\":null}",
                    "{\"action\":7}",
                    "{\"action\":\"DENY\"}",
                    "{\"action\":\"modify\"}",
                    "{\"action\":\"modify\",\"data\":null}",
                    "{\"action\":\"modify\",\"data\":[]}",
                    "{\"action\":\"inject_context\"}",
                    "{\"action\":\"inject_context\",\"context_injection\":\"\"}",
                    "{\"action\":\"inject_context\",\"context_injection\":\"x\",\"context_injection_role\":\"tool\"}",
                    "{\"action\":\"inject_context\",\"context_injection\":\"x\",\"ephemeral\":\"yes\"}",
                    "{\"action\":\"ask_user\",\"approval_timeout\":-1}",
                    "{\"action\":\"ask_user\",\"approval_timeout\":1e300}",
                    "{\"action\":\"ask_user\",\"approval_timeout\":\"5\"}",
                    "{\"action\":\"ask_user\",\"approval_default\":\"maybe\"}",
                    "{\"action\":\"ask_user\",\"approval_options\":[1]}",
                    "{\"user_message\":\"m\",\"user_message_level\":\"fatal\"}",
                    "{\"because\":7}",
                    "{\"action\":\"ask_user\",\"scope\":[]}",
                    "{\"suppress_output\":null}"
                })
        void is_refused(String json) {
            assertThatThrownBy(() -> HookResultJson.read(json)).isInstanceOf(InvalidResultException.class);
        }
    }

    @Nested
    class Text_that_is_no_object {

        @ParameterizedTest
        @ValueSource(
                strings = {"", "null", "[]", "7", "{", "{\"a\":1}{}", "{\"a\":1,\"a\":2}", "{\"a\":NaN}", "{'a':1}"})
        void is_refused(String json) {
            assertThatThrownBy(() -> HookResultJson.read(json)).isInstanceOf(InvalidJsonException.class);
        }
    }
}
