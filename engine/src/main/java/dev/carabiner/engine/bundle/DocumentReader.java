package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.DurationText;
import dev.carabiner.session.HookConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one file of a bundle, and checks every key and value in it against what is installed. */
final class DocumentReader {

    private static final Set<String> SECTIONS =
            Set.of("bundle", IncludeWalk.INCLUDES, "session", "providers", "tools", "hooks", "agents");

    private static final Set<String> SESSION_KEYS = Set.of(
            "orchestrator",
            "context",
            "instructions",
            "max_rounds",
            "injection_size_limit",
            "injection_budget_per_turn",
            "injection_budget_warning",
            "audit");

    private static final Set<String> MODULE_KEYS = Set.of("module", "config");

    private static final Set<String> HOOK_KEYS =
            Set.of("module", "config", "priority", "on_failure", "timeout", "required");

    private final ModuleCatalog catalog;
    private final FieldReader reader;

    private DocumentReader(ModuleCatalog catalog, FieldReader reader) {
        this.catalog = catalog;
        this.reader = reader;
    }

    static BundlePart read(BundleFiles.Document document, ModuleCatalog catalog, List<BundleProblem> problems) {
        return new DocumentReader(catalog, new FieldReader(document.file(), problems)).part(document.root());
    }

    private BundlePart part(YamlValue.Fields root) {
        reader.expectKeys(root, "the bundle's file", SECTIONS);
        YamlValue.Fields about = about(root);
        return new BundlePart(
                reader.text(about, "name", "bundle"),
                reader.word(about, "version", "bundle"),
                reader.text(about, "description", "bundle"),
                session(root),
                modules(root, "providers", ModuleKind.PROVIDER),
                modules(root, "tools", ModuleKind.TOOL),
                hooks(root),
                agents(root));
    }

    private YamlValue.Fields about(YamlValue.Fields root) {
        YamlValue.Fields about = reader.object(root, "bundle", "");
        if (about == null) {
            return new YamlValue.Fields(List.of(), root.line());
        }
        reader.expectKeys(about, "bundle", Set.of("name", "version", "description"));
        return about;
    }

    private SessionPart session(YamlValue.Fields root) {
        YamlValue.Fields session = reader.object(root, "session", "");
        if (session == null) {
            return SessionPart.EMPTY;
        }
        reader.expectKeys(session, "session", SESSION_KEYS);
        return new SessionPart(
                module(session.field("orchestrator"), ModuleKind.ORCHESTRATOR),
                module(session.field("context"), ModuleKind.CONTEXT),
                reader.text(session, "instructions", "session"),
                reader.number(session, "max_rounds", "session", 1),
                reader.limit(session, "injection_size_limit", "session"),
                reader.limit(session, "injection_budget_per_turn", "session"),
                reader.limit(session, "injection_budget_warning", "session"),
                new AuditReader(reader).read(session));
    }

    private @Nullable ModuleSpec module(YamlValue.@Nullable Field field, ModuleKind kind) {
        return field == null ? null : module(field.value(), field.line(), kind);
    }

    private List<ModuleSpec> modules(YamlValue.Fields root, String key, ModuleKind kind) {
        return each(root, key, (item, line) -> module(item, line, kind), ModuleSpec::module);
    }

    /** A name alone, or an object with a name and settings. */
    private @Nullable ModuleSpec module(YamlValue value, int line, ModuleKind kind) {
        YamlValue.Fields fields = moduleFields(value, line, kind, MODULE_KEYS);
        String name = fields == null ? null : installed(fields, kind);
        if (fields == null || name == null) {
            return null;
        }
        return new ModuleSpec(name, settings(fields, name, kind), reader.at(line));
    }

    private YamlValue.@Nullable Fields moduleFields(YamlValue value, int line, ModuleKind kind, Set<String> keys) {
        if (value instanceof YamlValue.Fields fields) {
            reader.expectKeys(fields, "the " + kind.inWords(), keys);
            return fields;
        }
        if (value.plain() instanceof String) {
            return new YamlValue.Fields(List.of(new YamlValue.Field("module", value, value.line())), value.line());
        }
        reader.problem(
                line,
                "the " + kind.inWords() + " is " + value.kind()
                        + "; expected a module's name, or {module: NAME, config: {…}}");
        return null;
    }

    private @Nullable String installed(YamlValue.Fields fields, ModuleKind kind) {
        String name = reader.text(fields, "module", "the " + kind.inWords());
        if (name == null) {
            if (fields.field("module") == null) {
                reader.problem(fields.line(), "the " + kind.inWords() + " has no key \"module\"; expected its name");
            }
            return null;
        }
        @Nullable Map<String, Map<String, ConfigType>> known = catalog.keys(kind);
        if (known == null || known.containsKey(name)) {
            return name;
        }
        int line = Objects.requireNonNull(fields.field("module"), "just read").line();
        reader.problem(line, unknown(name, kind, known.keySet()));
        return null;
    }

    private String unknown(String name, ModuleKind kind, Set<String> known) {
        String broken = catalog.problems().isEmpty()
                ? ""
                : " (not everything that is installed can be used: " + String.join("; ", catalog.problems()) + ")";
        String expected = known.isEmpty()
                ? "none is installed"
                : "expected one of " + String.join(", ", known.stream().sorted().toList());
        return "there is no " + kind.inWords() + " module " + NearMiss.quoted(name) + "; " + expected
                + NearMiss.hint(name, known) + broken;
    }

    private EventData settings(YamlValue.Fields fields, String module, ModuleKind kind) {
        YamlValue.Fields config = reader.object(fields, "config", module);
        Map<String, Map<String, ConfigType>> known = catalog.keys(kind);
        return new SettingsReader(reader).read(config, module, known == null ? null : known.get(module));
    }

    private List<HookPart> hooks(YamlValue.Fields root) {
        return each(root, "hooks", this::hook, HookPart::module);
    }

    private @Nullable HookPart hook(YamlValue value, int line) {
        YamlValue.Fields fields = moduleFields(value, line, ModuleKind.HOOK, HOOK_KEYS);
        String name = fields == null ? null : installed(fields, ModuleKind.HOOK);
        if (fields == null) {
            return null;
        }
        String where = name == null ? "the hook" : name;
        Integer priority = reader.number(fields, "priority", where, Integer.MIN_VALUE);
        FailurePolicy onFailure = reader.oneOf(
                fields,
                "on_failure",
                where,
                Map.of("continue", FailurePolicy.CONTINUE, "deny", FailurePolicy.DENY, "ask", FailurePolicy.ASK));
        Duration timeout = timeout(fields, where);
        Boolean required = reader.flag(fields, "required", where);
        if (name == null) {
            return null;
        }
        EventData settings = settings(fields, name, ModuleKind.HOOK);
        HookConfig config = new HookConfig(settings, priority, onFailure, timeout);
        return new HookPart(name, config, required, reader.at(line));
    }

    private @Nullable Duration timeout(YamlValue.Fields fields, String where) {
        YamlValue.Field field = fields.field("timeout");
        if (field == null) {
            return null;
        }
        if (field.value().plain() instanceof String text && SettingsReader.isDuration(text)) {
            Duration timeout = DurationText.parse(text);
            if (timeout.isPositive()) {
                return timeout;
            }
        }
        reader.problem(
                field.line(),
                where
                        + ".timeout is not a positive duration; expected a number with a unit, as in 500ms, 10s, 5m or 1h");
        return null;
    }

    private List<AgentSpec> agents(YamlValue.Fields root) {
        return each(root, "agents", this::agent, AgentSpec::name);
    }

    private @Nullable AgentSpec agent(YamlValue value, int line) {
        if (!(value instanceof YamlValue.Fields fields)) {
            reader.problem(
                    line, "the agent is " + value.kind() + "; expected {name: …, description: …, instructions: …}");
            return null;
        }
        reader.expectKeys(fields, "the agent", Set.of("name", "description", "instructions", "tools"));
        String name = reader.text(fields, "name", "the agent");
        if (name == null || name.isBlank()) {
            if (fields.field("name") == null || name != null) {
                reader.problem(line, "the agent has no name; expected the key \"name\" with text");
            }
            return null;
        }
        return new AgentSpec(
                name,
                Objects.requireNonNullElse(reader.text(fields, "description", name), ""),
                Objects.requireNonNullElse(reader.text(fields, "instructions", name), ""),
                reader.texts(fields, "tools", name),
                reader.at(line));
    }

    private <T> List<T> each(
            YamlValue.Fields root,
            String key,
            BiFunction<YamlValue, Integer, @Nullable T> read,
            Function<T, String> name) {
        List<T> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (YamlValue item : reader.list(root, key, "")) {
            T one = read.apply(item, item.line());
            if (one != null && !names.add(name.apply(one))) {
                reader.problem(
                        item.line(),
                        key + " names " + NearMiss.quoted(name.apply(one)) + " twice; expected it once in a file");
            } else if (one != null) {
                all.add(one);
            }
        }
        return all;
    }
}
