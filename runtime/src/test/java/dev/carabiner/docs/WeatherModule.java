package dev.carabiner.docs;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolModule;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;

// snippet: tool-module
public final class WeatherModule implements ToolModule {

    @Override
    public String name() {
        return "tool-weather";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("unit", ConfigType.TEXT);
    }

    @Override
    public List<Tool> create(EventData settings, Workspace workspace) {
        String unit = settings.text("unit");
        return List.of(new WeatherTool(unit == null ? "degrees" : unit));
    }
}
// end
