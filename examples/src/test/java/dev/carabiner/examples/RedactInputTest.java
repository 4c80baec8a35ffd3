package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolGate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactInputTest {

    private static final String CARD = "4111-1111-1111-1111";

    private final List<EventData> sent = new ArrayList<>();
    private Rehearsal rehearsal;

    @BeforeEach
    void set_up(@TempDir Path directory) throws Exception {
        rehearsal = new Rehearsal(directory, Map.of("SendEmail", input -> {
            sent.add(input);
            return "Sent";
        }));
        RedactInput.mount(rehearsal.hooks);
    }

    @ParameterizedTest
    @ValueSource(strings = {CARD, "4111 1111 1111 1111", "4111111111111111", "378282246310005", "４１１１111111111111"})
    void takes_card_numbers_out(String card) {
        rehearsal.call("SendEmail", "body", "Paid with " + card + ", thanks.");
        assertThat(sent.getFirst().text("body")).isEqualTo("Paid with [REDACTED], thanks.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4711-0000-1234-5678", "2024-01-02", "4111-1111-1111-1112", "12345678901234567890123"})
    void leaves_other_numbers_alone(String number) {
        rehearsal.call("SendEmail", "body", number);
        assertThat(sent.getFirst().text("body")).isEqualTo(number);
    }

    @Test
    void looks_into_lists_and_objects() {
        rehearsal.call("SendEmail", "cc", List.of("a", CARD), "meta", Map.of("note", CARD), "copies", 2);
        assertThat(sent.getFirst())
                .isEqualTo(EventData.of(
                        "cc", List.of("a", "[REDACTED]"), "meta", Map.of("note", "[REDACTED]"), "copies", 2));
    }

    @Test
    void the_permit_holds_for_the_redacted_input_only() {
        ToolGate gate = rehearsal.session.permitTool("SendEmail", Map.of("body", CARD));
        assertThat(gate)
                .isInstanceOfSatisfying(
                        ToolGate.Permitted.class,
                        permitted -> assertThat(permitted.permit().input().text("body"))
                                .isEqualTo("[REDACTED]"));
    }

    @Test
    void later_hooks_do_not_have_the_number_and_the_record_says_who_took_it_out() {
        List<EventData> seen = new ArrayList<>();
        rehearsal.hooks.register("tool:*", -99, "nosy", (event, data) -> {
            seen.add(data);
            return null;
        });
        rehearsal.call("SendEmail", "body", CARD);
        assertThat(seen)
                .hasSize(2)
                .allSatisfy(data -> assertThat(data.toString()).doesNotContain("4111"));
        assertThat(rehearsal
                        .records(Emitted.class)
                        .getFirst()
                        .changes()
                        .getFirst()
                        .by())
                .isEqualTo("redact-cards");
    }

    @Test
    void the_program_sends_the_redacted_text(@TempDir Path stage) throws Exception {
        Rehearsal.play(RedactInput::play, stage);
        assertThat(stage.resolve("outbox.txt")).hasContent("Order 4711-0000-1234-5678 was paid with card [REDACTED].");
    }
}
