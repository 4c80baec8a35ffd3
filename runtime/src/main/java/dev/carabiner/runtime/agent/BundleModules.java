package dev.carabiner.runtime.agent;

import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.tool.Tool;
import java.util.List;
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

    /** All but the tool for sub-agents, which each session makes for itself. */
    List<Tool> tools(Workspace workspace) {
        return bundle.tools().stream()
                .filter(spec -> !spec.module().equals(AgentCatalog.TASK_MODULE))
                .flatMap(spec -> catalog.tool(spec.module()).create(spec.config(), workspace).stream())
                .toList();
    }
}
