package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonPrinterTest {

    private final HookRegistry hooks = new HookRegistry();

    @Test
    void has_one_harmless_object_per_event() {
        var bytes = new ByteArrayOutputStream();
        var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new JsonPrinter(out).watch(hooks);
        hooks.on("tool:pre", (event, data) -> HookResult.deny("no"));
        hooks.emit("tool:pre", Map.of("tool_name", "é\u009B\u202E\uDB40\uDC41\n"));
        hooks.emit("my:event", Map.of());

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("""
                {"event":"tool:pre","data":{"tool_name":"é\\u009b\\u202e\\udb40\\udc41\\n"}}
                {"event":"my:event","data":{}}
                """);
        EventData back = EventDataJson.read(
                bytes.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow());
        assertThat(back.object("data").text("tool_name")).isEqualTo("é\u009B\u202E\uDB40\uDC41\n");
    }
}
