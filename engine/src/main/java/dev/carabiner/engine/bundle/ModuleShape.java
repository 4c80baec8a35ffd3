package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A module's name alone, or an object with its name and settings. */
record ModuleShape(ModuleKind kind) implements Shape<ModuleSpec> {

    private static final Set<String> KEYS = Set.of("module", "config");

    @Override
    public @Nullable ModuleSpec read(YamlValue value, Place place) {
        YamlValue.Fields fields = fields(value, place, Set.of());
        String name = fields == null ? null : name(fields, place.reader());
        return fields == null || name == null
                ? null
                : new ModuleSpec(
                        name,
                        settings(fields, name, place.reader()),
                        place.reader().at(place.line()));
    }

    /** A name alone, or settings with it, if there are any. */
    @Override
    public Object written(ModuleSpec module, Hiding hiding) {
        return module.config().isEmpty() ? module.module() : written(module.module(), module.config(), hiding);
    }

    static Map<String, @Nullable Object> written(String name, EventData config, Hiding hiding) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("module", name);
        if (!config.isEmpty()) {
            fields.put("config", hiding.shown(config.asMap()));
        }
        return fields;
    }

    /** The module as an object; null and a problem if it is none. */
    YamlValue.@Nullable Fields fields(YamlValue value, Place place, Set<String> moreKeys) {
        String what = "the " + kind.inWords();
        if (value instanceof YamlValue.Fields fields) {
            Set<String> known = new LinkedHashSet<>(KEYS);
            known.addAll(moreKeys);
            place.reader().expectKeys(fields, what, known);
            return fields;
        }
        if (value.plain() instanceof String) {
            return new YamlValue.Fields(
                    List.of(new YamlValue.Field("module", value, value.line(), value.column())), value.line());
        }
        return new Place(place.reader(), what, place.line())
                .expected(value, "a module's name, or {module: NAME, config: {…}}");
    }

    /** The name of a module that is installed; null and a problem if it is none. */
    @Nullable
    String name(YamlValue.Fields fields, FieldReader reader) {
        String name = reader.read(fields, "module", Shapes.TEXT, "the " + kind.inWords());
        if (name == null) {
            if (fields.field("module") == null) {
                reader.problem(fields.line(), "the " + kind.inWords() + " has no key \"module\"; expected its name");
            }
            return null;
        }
        Map<String, ModuleSettings> known = reader.catalog().settings(kind);
        if (known == null || known.containsKey(name)) {
            return name;
        }
        int line = Objects.requireNonNull(fields.field("module"), "just read").line();
        reader.problem(line, unknown(name, known.keySet(), reader.catalog().problems()));
        return null;
    }

    private String unknown(String name, Set<String> known, List<String> problems) {
        String broken = problems.isEmpty()
                ? ""
                : " (not everything that is installed can be used: " + String.join("; ", problems) + ")";
        String expected = known.isEmpty()
                ? "none is installed"
                : "expected one of " + String.join(", ", known.stream().sorted().toList());
        return "there is no " + kind.inWords() + " module " + NearMiss.quoted(name) + "; " + expected
                + NearMiss.hint(name, known) + broken;
    }

    /** The module's settings. Values are not repeated in messages: one of them may be a key. */
    EventData settings(YamlValue.Fields fields, String module, FieldReader reader) {
        YamlValue.Fields config = reader.read(fields, "config", Shapes.OBJECT, module);
        if (config == null) {
            return EventData.empty();
        }
        Map<String, @Nullable Object> plain = config.plain();
        Map<String, ModuleSettings> known = reader.catalog().settings(kind);
        ModuleSettings settings = known == null ? null : known.get(module);
        if (settings != null) {
            Map<String, ConfigType> types = settings.types();
            reader.expectKeys(config, "the config of " + module, types.keySet());
            for (YamlValue.Field field : config.fields()) {
                ConfigType type = types.get(field.key());
                if (type != null) {
                    Place place = new Place(reader, field.key() + " of " + module, field.line());
                    Object read = Shapes.of(type).read(field.value(), place);
                    if (type == ConfigType.FILE || type == ConfigType.FILES) {
                        plain.put(field.key(), read);
                    }
                }
            }
        }
        try {
            return EventData.of(plain);
        } catch (CarabinerException e) {
            reader.problem(config.line(), "the config of " + module + " cannot be used: " + e.getMessage());
            return EventData.empty();
        }
    }
}
