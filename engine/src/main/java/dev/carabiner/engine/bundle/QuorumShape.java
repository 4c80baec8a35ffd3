package dev.carabiner.engine.bundle;

import dev.carabiner.approval.Quorum;
import dev.carabiner.engine.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code {needed: 2, of: [on-call, release], hooks: [production-guard]}}, or a list of these. */
final class QuorumShape implements Shape<List<QuorumSpec>> {

    @Override
    public @Nullable List<QuorumSpec> read(YamlValue value, Place place) {
        if (value instanceof YamlValue.Fields fields) {
            QuorumSpec only = one(fields, place);
            return only == null ? null : List.of(only);
        }
        return Shapes.list(value, place, item -> {
            Place there = new Place(place.reader(), place.path(), item.line());
            YamlValue.Fields fields = Shapes.OBJECT.read(item, there);
            return fields == null ? null : one(fields, there);
        });
    }

    private static @Nullable QuorumSpec one(YamlValue.Fields fields, Place place) {
        FieldReader reader = place.reader();
        reader.expectKeys(fields, place.path(), Set.of("needed", "of", "hooks"));
        Integer needed = reader.read(fields, "needed", Shapes.NUMBER, place.path());
        List<String> of = reader.read(fields, "of", Shapes.TEXTS, place.path());
        List<String> hooks = reader.read(fields, "hooks", Shapes.TEXTS, place.path());
        if (needed == null) {
            place.problem("says not how many must allow; expected {needed: 2, of: [NAME, NAME, …]}");
            return null;
        }
        List<String> names = Objects.requireNonNullElse(of, List.of());
        String problem = Quorum.problem(needed, names);
        if (problem != null) {
            place.problem("cannot be met: " + problem);
            return null;
        }
        return new QuorumSpec(new Quorum(needed, names), Objects.requireNonNullElse(hooks, List.of()));
    }

    @Override
    public Object written(List<QuorumSpec> all, Hiding hiding) {
        return all.stream().map(QuorumShape::written).toList();
    }

    private static Map<String, Object> written(QuorumSpec spec) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("needed", spec.quorum().needed());
        if (!spec.quorum().of().isEmpty()) {
            fields.put("of", spec.quorum().of());
        }
        if (!spec.hooks().isEmpty()) {
            fields.put("hooks", spec.hooks());
        }
        return fields;
    }
}
