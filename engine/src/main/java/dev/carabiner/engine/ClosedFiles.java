package dev.carabiner.engine;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.session.ConfigType;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What decides what is permitted: rule files, the files that a bundle was read from, and those that its hooks are. */
final class ClosedFiles {

    private ClosedFiles() {}

    static List<Path> of(Bundle bundle, ModuleCatalog catalog) {
        Set<Path> all = new LinkedHashSet<>();
        bundle.session().get(SessionKeys.RULES).stream().map(RuleFile::path).forEach(all::add);
        List<Position> places = new ArrayList<>(List.of(bundle.at()));
        bundle.hooks().forEach(it -> places.add(it.at()));
        bundle.tools().forEach(it -> places.add(it.at()));
        bundle.providers().forEach(it -> places.add(it.at()));
        bundle.agents().forEach(it -> places.add(it.at()));
        places.forEach(it -> addFile(it.file(), all));
        bundle.hooks().forEach(it -> addSettings(it, catalog, all));
        return List.copyOf(all);
    }

    /** A bundle that comes with the program, or was made in memory, has no file. */
    private static void addFile(String name, Set<Path> all) {
        try {
            Path file = Path.of(name).toAbsolutePath().normalize();
            if (Files.isRegularFile(file)) {
                all.add(file);
            }
        } catch (InvalidPathException e) {
            // no name of a file
        }
    }

    private static void addSettings(HookSpec hook, ModuleCatalog catalog, Set<Path> all) {
        Map<String, ConfigType> keys = catalog.hooks().stream()
                .filter(it -> it.name().equals(hook.module()))
                .findFirst()
                .map(it -> it.configKeys())
                .orElse(Map.of());
        keys.forEach((key, type) -> {
            if (type == ConfigType.FILE || type == ConfigType.FILES) {
                hook.config()
                        .files(key)
                        .forEach(it -> all.add(it.toAbsolutePath().normalize()));
            }
        });
    }
}
