package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Occasion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where a hook is started: where its entry says, else where the agent works, unless the script that it names by a relative path is not there; then in
 * the project, or beside the hook file.
 */
final class StartDirectory {

    private StartDirectory() {}

    static Path of(HookEntry entry, List<String> words, Occasion occasion) {
        List<Path> candidates = new ArrayList<>();
        if (!entry.directory().isEmpty()) {
            candidates.add(occasion.project().resolve(entry.directory()));
        }
        candidates.add(occasion.directory());
        candidates.add(occasion.project());
        Path beside = entry.place().file().getParent();
        candidates.add(beside);
        candidates.add(beside == null ? null : beside.getParent());
        List<Path> there = candidates.stream()
                .filter(Objects::nonNull)
                .filter(Files::isDirectory)
                .toList();
        List<String> scripts = MissingScript.relativeFiles(words);
        return there.stream()
                .filter(it -> scripts.stream().allMatch(script -> Files.exists(it.resolve(script))))
                .findFirst()
                .orElse(there.isEmpty() ? Path.of("/") : there.getFirst());
    }
}
