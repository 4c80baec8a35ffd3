package dev.carabiner.engine.sandbox;

import dev.carabiner.process.ProtectedPlace;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** What the hooks of a session protect, all together. */
record ProtectedPlaces(List<ProtectedPlace> all) {

    static ProtectedPlaces among(Function<String, List<Object>> contributions) {
        return new ProtectedPlaces(contributions.apply(ProtectedPlace.CHANNEL).stream()
                .filter(ProtectedPlace.class::isInstance)
                .map(ProtectedPlace.class::cast)
                .toList());
    }

    boolean has(Path path) {
        return all.stream().anyMatch(it -> it.has(path));
    }
}
