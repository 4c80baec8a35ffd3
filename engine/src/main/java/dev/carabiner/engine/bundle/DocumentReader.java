package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one file of a bundle, and checks every key and value in it against what is installed. */
final class DocumentReader {

    private static final Set<String> SECTIONS =
            Set.of("bundle", IncludeWalk.INCLUDES, "session", "providers", "tools", "hooks", "agents");

    private static final ModuleShape HOOK = new ModuleShape(ModuleKind.HOOK);

    private final FieldReader reader;

    private DocumentReader(FieldReader reader) {
        this.reader = reader;
    }

    static Bundle read(BundleFiles.Document document, ModuleCatalog catalog, List<BundleProblem> problems) {
        FieldReader reader = new FieldReader(document.file(), document.rules(), catalog, problems);
        return new DocumentReader(reader).bundle(document.root());
    }

    private Bundle bundle(YamlValue.Fields root) {
        reader.expectKeys(root, "the bundle's file", SECTIONS);
        YamlValue.Fields given = reader.read(root, "bundle", Shapes.OBJECT, "");
        YamlValue.Fields about = given == null ? new YamlValue.Fields(List.of(), root.line()) : given;
        reader.expectKeys(about, "bundle", Set.of("name", "version", "description"));
        return new Bundle(
                reader.at(1),
                text(about, "name", "bundle"),
                Objects.requireNonNullElse(reader.read(about, "version", Shapes.WORD, "bundle"), "0"),
                text(about, "description", "bundle"),
                Objects.requireNonNullElse(reader.read(root, "session", SessionKeys.SECTION, ""), SectionValues.NONE),
                modules(root, "providers", ModuleKind.PROVIDER),
                modules(root, "tools", ModuleKind.TOOL),
                each(root, "hooks", this::hook, HookSpec::name),
                each(root, "agents", this::agent, AgentSpec::name),
                List.of());
    }

    private String text(YamlValue.Fields fields, String key, String where) {
        return Objects.requireNonNullElse(reader.read(fields, key, Shapes.TEXT, where), "");
    }

    private List<ModuleSpec> modules(YamlValue.Fields root, String key, ModuleKind kind) {
        ModuleShape shape = new ModuleShape(kind);
        return each(root, key, item -> shape.read(item, place(key, item)), ModuleSpec::module);
    }

    private Place place(String path, YamlValue item) {
        return new Place(reader, path, item.line());
    }

    private @Nullable HookSpec hook(YamlValue value) {
        YamlValue.Fields fields =
                HOOK.fields(JavaHook.asModule(value), place("hooks", value), HookKeys.SECTION.names());
        if (fields == null) {
            return null;
        }
        String name = HOOK.name(fields, reader);
        SectionValues mounting = HookKeys.SECTION.read(fields, reader, name == null ? "the hook" : name);
        return name == null
                ? null
                : new HookSpec(name, HOOK.settings(fields, name, reader), mounting, reader.at(value.line()));
    }

    private @Nullable AgentSpec agent(YamlValue value) {
        if (!(value instanceof YamlValue.Fields fields)) {
            return new Place(reader, "the agent", value.line())
                    .expected(value, "{name: …, description: …, instructions: …}");
        }
        reader.expectKeys(fields, "the agent", Set.of("name", "description", "instructions", "tools"));
        String name = reader.read(fields, "name", Shapes.TEXT, "the agent");
        if (name == null || name.isBlank()) {
            if (fields.field("name") == null || name != null) {
                reader.problem(value.line(), "the agent has no name; expected the key \"name\" with text");
            }
            return null;
        }
        return new AgentSpec(
                name,
                text(fields, "description", name),
                text(fields, "instructions", name),
                Objects.requireNonNullElse(reader.read(fields, "tools", Shapes.TEXTS, name), List.of()),
                reader.at(value.line()));
    }

    private <T> List<T> each(
            YamlValue.Fields root, String key, Function<YamlValue, @Nullable T> read, Function<T, String> name) {
        List<T> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Shape<List<YamlValue>> items = (value, place) -> Shapes.list(value, place, item -> item);
        for (YamlValue item : Objects.requireNonNullElse(reader.read(root, key, items, ""), List.<YamlValue>of())) {
            T one = read.apply(item);
            if (one != null && !names.add(name.apply(one))) {
                reader.problem(
                        item.line(),
                        key + " names " + NearMiss.quoted(name.apply(one)) + " twice; expected it once in a file"
                                + (key.equals("hooks") ? ", or each with a name: of its own" : ""));
            } else if (one != null) {
                all.add(one);
            }
        }
        return all;
    }
}
