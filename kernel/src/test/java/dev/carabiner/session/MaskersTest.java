package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MaskersTest {

    private final Recording recording = new Recording();
    private final List<EventData> seen = new ArrayList<>();

    private static EventData hiding(EventData data, String word) {
        return EventData.of(asMap(hidden(data.asMap(), word)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object hidden(Object value, String word) {
        return switch (value) {
            case String text -> text.replace(word, "***");
            case Map<?, ?> map -> {
                Map<String, Object> out = new java.util.LinkedHashMap<>();
                map.forEach((key, inner) -> out.put((String) key, hidden(inner, word)));
                yield out;
            }
            case null, default -> value;
        };
    }

    private SessionCoordinator session(List<UnaryOperator<EventData>> maskers) {
        recording.hooks.observe("*", (event, data) -> seen.add(data));
        return recording
                .builder()
                .maskers(maskers)
                .approvals(request -> {
                    recording.asked.add(request);
                    return "Allow";
                })
                .build();
    }

    private SessionCoordinator hidingSecrets() {
        return session(List.of(data -> hiding(data, "hunter2")));
    }

    @Test
    void hide_in_the_data_of_every_emit_before_a_handler_or_the_record_sees_them() {
        hidingSecrets().emit("prompt:submit", Map.of("prompt", "the password is hunter2"));

        assertThat(seen.getFirst().text("prompt")).isEqualTo("the password is ***");
        assertThat(recording.records).asString().doesNotContain("hunter2");
    }

    @Test
    void hide_in_the_default_fields_too() {
        recording.hooks.setDefaultFields(Map.of("account", "hunter2", "host", "hunter2.example"));

        session(List.of(data -> hiding(data, "hunter2").without("account"))).emit("prompt:submit", Map.of());

        assertThat(seen.getFirst().text("host")).isEqualTo("***.example");
        assertThat(seen.getFirst().text("account")).isNull();
        assertThat(recording.records).asString().doesNotContain("hunter2");
    }

    @Test
    void hide_from_the_tool_too() {
        List<EventData> ran = new ArrayList<>();

        hidingSecrets().call(new ToolCall("id-1", "Bash", EventData.of("command", "login hunter2")), input -> {
            ran.add(input);
            return ToolResult.of("");
        });

        assertThat(ran).containsExactly(EventData.of("command", "login ***"));
    }

    @Test
    void hide_in_a_tools_result_and_in_its_errors_also_from_the_model() {
        var session = hidingSecrets();
        ToolCall call = new ToolCall("id-1", "Read", EventData.empty());

        assertThat(session.call(call, input -> ToolResult.of("key=hunter2")).text())
                .isEqualTo("key=***");
        assertThat(session.call(call, input -> {
                            throw new IllegalStateException("cannot open hunter2");
                        })
                        .text())
                .isEqualTo("cannot open ***");
        assertThat(recording.records).asString().doesNotContain("hunter2");
    }

    @Test
    void hide_from_who_approves() {
        recording.asks(HookResult.ask("Sure?"));

        hidingSecrets().emit("tool:pre", Recording.bash("login hunter2"));

        assertThat(recording.asked.getFirst().shown().full())
                .contains("login ***")
                .doesNotContain("hunter2");
    }

    @Test
    void are_applied_one_after_another() {
        session(List.of(data -> data.with("a", 1), data -> data.with("b", data.get("a"))))
                .emit("a:b", Map.of());

        assertThat(seen.getFirst().get("b")).isEqualTo(1);
    }

    @Test
    void come_before_what_is_pinned() {
        session(List.of(data -> data.with("tool_call_id", "masked").with("session_id", "forged")))
                .emit("a:b", Map.of("tool_call_id", "hunter2"));

        assertThat(seen.getFirst().text("tool_call_id")).isEqualTo("masked");
        assertThat(seen.getFirst().text("session_id")).isEqualTo("s-1");
    }

    @Test
    void hold_for_children() {
        hidingSecrets().child("s-1.1").build().emit("a:b", Map.of("text", "hunter2"));

        assertThat(seen.getFirst().text("text")).isEqualTo("***");
    }

    @Nested
    class One_that_fails {

        private final SessionCoordinator broken = session(List.of(data -> {
            throw new IllegalStateException("cannot hide " + data);
        }));

        @Test
        void denies_and_no_handler_runs_and_nothing_unmasked_is_recorded() {
            var outcome = broken.emit("prompt:submit", Map.of("prompt", "hunter2"));

            assertThat(outcome.reason()).isEqualTo("Masking failed");
            assertThat(outcome.data().has("prompt")).isFalse();
            assertThat(seen).isEmpty();
            assertThat(recording.records(Emitted.class))
                    .extracting(Emitted::reason)
                    .containsExactly("Masking failed");
            assertThat(recording.records).asString().doesNotContain("hunter2");
        }

        @Test
        void has_a_call_denied() {
            ToolAnswer answer = broken.call(new ToolCall("hunter2", "Bash", EventData.empty()), input -> {
                throw new AssertionError("was run");
            });

            assertThat(answer.status()).isEqualTo(Status.DENIED);
            assertThat(answer.text()).isEqualTo("Denied by hook: Masking failed");
        }

        @Test
        void withholds_a_result() {
            var session = session(List.of(data -> data.has("tool_result") ? null : data));

            ToolAnswer answer =
                    session.call(new ToolCall("1", "Read", EventData.empty()), input -> ToolResult.of("hunter2"));

            assertThat(answer.status()).isEqualTo(Status.RAN);
            assertThat(answer.text()).isEqualTo("Denied by hook: Masking failed");
            assertThat(recording.records(AuditRecord.class)).asString().doesNotContain("hunter2");
        }
    }
}
