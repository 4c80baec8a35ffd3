package dev.carabiner.runtime.agent;

import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.tool.Tool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The provider and the tools that a bundle names, made from the modules there are. */
record BundleModules(Bundle bundle, AgentCatalog catalog) {

    /** The provider of that name, or the bundle's first if the name is empty. */
    Provider provider(String name, UnaryOperator<@Nullable String> environment) {
        ModuleSpec spec = bundle.providers().stream()
                .filter(each -> name.isEmpty() || each.module().equals(name))
                .findFirst()
                .orElseThrow(() -> SessionException.failed(
                        "",
                        "The bundle " + bundle.name() + " has no provider" + (name.isEmpty() ? "" : " " + name),
                        null));
        return catalog.provider(spec.module()).create(spec.config(), environment);
    }

    /**
     * All but the tool for sub-agents, which each session makes for itself. A tool of a later file takes the place of one
     * of the same name that comes with what the file includes.
     */
    List<Tool> tools(Workspace workspace) {
        List<Tool> all = new ArrayList<>();
        Map<String, String> files = new HashMap<>();
        for (ModuleSpec spec : bundle.tools()) {
            if (spec.module().equals(AgentCatalog.TASK_MODULE)) {
                continue;
            }
            for (Tool tool : catalog.tool(spec.module()).create(spec.config(), workspace)) {
                String before = files.put(tool.name(), spec.at().file());
                if (before != null && !before.equals(spec.at().file())) {
                    all.removeIf(it -> it.name().equals(tool.name()));
                }
                all.add(tool);
            }
        }
        return all;
    }
}
