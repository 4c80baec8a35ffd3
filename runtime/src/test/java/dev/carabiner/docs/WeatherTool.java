package dev.carabiner.docs;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.ToolResult;
import java.util.List;

// snippet: tool
public final class WeatherTool implements Tool {

    private final String unit;

    public WeatherTool(String unit) {
        this.unit = unit;
    }

    @Override
    public String name() {
        return "Weather";
    }

    @Override
    public String description() {
        return "Tells the weather of a city.";
    }

    @Override
    public EventData inputSchema() {
        return EventData.of(
                "type", "object",
                "properties", EventData.of("city", EventData.of("type", "string")),
                "required", List.of("city"));
    }

    @Override
    public boolean parallel() {
        return true; // it changes nothing, so several calls may run at once
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) {
        return ToolResult.of("21 " + unit + " and sunny in " + input.text("city"));
    }
}
// end
