package dev.carabiner.engine.bundle;

import dev.carabiner.context.InjectionLimits;
import dev.carabiner.event.EventData;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** A bundle as YAML again, with all includes and defaults written out. */
public final class BundleText {

    private static final Pattern SECRET = Pattern.compile("(?i)(.*[_-])?(key|token|secret|password|credentials?)");
    private static final String HIDDEN = "(hidden)";

    /** An address up to its last {@code @}, since a password may hold any character. */
    private static final Pattern USER_INFO = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://)\\S*@");

    private final boolean hidesSecrets;

    private BundleText(boolean hidesSecrets) {
        this.hidesSecrets = hidesSecrets;
    }

    /** Loads again to an equal bundle, but for the positions. */
    public static String of(Bundle bundle) {
        return new BundleText(false).text(bundle);
    }

    /** For people: settings whose names say that they are secrets are left out. */
    public static String withoutSecrets(Bundle bundle) {
        return new BundleText(true).text(bundle);
    }

    private String text(Bundle bundle) {
        Map<String, @Nullable Object> root = new LinkedHashMap<>();
        root.put("bundle", about(bundle));
        root.put("session", session(bundle.session()));
        putList(root, "providers", bundle.providers(), this::module);
        putList(root, "tools", bundle.tools(), this::module);
        putList(root, "hooks", bundle.hooks(), this::hook);
        putList(root, "agents", bundle.agents(), BundleText::agent);
        return dumped(root);
    }

    private static Map<String, @Nullable Object> about(Bundle bundle) {
        Map<String, @Nullable Object> about = new LinkedHashMap<>();
        about.put("name", bundle.name());
        about.put("version", bundle.version());
        if (!bundle.description().isEmpty()) {
            about.put("description", bundle.description());
        }
        return about;
    }

    private Map<String, @Nullable Object> session(SessionSpec session) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("orchestrator", nameOrModule(session.orchestrator()));
        fields.put("context", nameOrModule(session.context()));
        if (!session.instructions().isEmpty()) {
            fields.put("instructions", session.instructions());
        }
        fields.put("max_rounds", session.maxRounds());
        InjectionLimits limits = session.injections();
        fields.put("injection_size_limit", limit(limits.bytes()));
        fields.put("injection_budget_per_turn", limit(limits.tokensPerTurn()));
        fields.put("injection_budget_warning", limit(limits.warningTokens()));
        fields.put("audit", audit(session.audit()));
        return fields;
    }

    private Map<String, @Nullable Object> audit(AuditSpec audit) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("on_failure", word(audit.onFailure()));
        if (!audit.secrets().isEmpty()) {
            fields.put("secrets", audit.secrets());
        }
        putList(fields, "anchors", audit.anchors(), this::anchor);
        return fields;
    }

    /** A witness's address may well have its token in the path. */
    private Map<String, @Nullable Object> anchor(AnchorSpec anchor) {
        return switch (anchor) {
            case AnchorSpec.Directory(var path) -> Map.of("directory", path.toString());
            case AnchorSpec.Program(var words) ->
                Map.of("command", words.stream().map(this::withoutUser).toList());
            case AnchorSpec.Address(var url) -> Map.of("url", hidesSecrets ? place(url) : url.toString());
        };
    }

    private static String place(URI url) {
        String port = url.getPort() < 0 ? "" : ":" + url.getPort();
        return url.getScheme() + "://" + url.getHost() + port + "/" + HIDDEN;
    }

    private Object nameOrModule(ModuleSpec module) {
        return module.config().isEmpty() ? module.module() : module(module);
    }

    private Map<String, @Nullable Object> module(ModuleSpec module) {
        return module(module.module(), module.config());
    }

    private Map<String, @Nullable Object> module(String name, EventData config) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("module", name);
        if (!config.isEmpty()) {
            fields.put("config", shown(config.asMap()));
        }
        return fields;
    }

    private Map<String, @Nullable Object> hook(HookSpec hook) {
        Map<String, @Nullable Object> fields =
                module(hook.module(), hook.config().settings());
        if (hook.config().priority() != null) {
            fields.put("priority", hook.config().priority());
        }
        if (hook.config().onFailure() != null) {
            fields.put("on_failure", word(hook.config().onFailure()));
        }
        if (hook.config().timeout() != null) {
            fields.put("timeout", duration(hook.config().timeout()));
        }
        if (hook.required()) {
            fields.put("required", true);
        }
        return fields;
    }

    private static Map<String, @Nullable Object> agent(AgentSpec agent) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", agent.name());
        fields.put("description", agent.description());
        fields.put("instructions", agent.instructions());
        if (!agent.tools().isEmpty()) {
            fields.put("tools", agent.tools());
        }
        return fields;
    }

    private static <T> void putList(
            Map<String, @Nullable Object> root,
            String key,
            List<T> all,
            Function<T, Map<String, @Nullable Object>> form) {
        if (!all.isEmpty()) {
            root.put(key, all.stream().map(form).toList());
        }
    }

    /** A copy in plain collections, which is what the writer knows how to write. */
    private @Nullable Object shown(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> copy = new LinkedHashMap<>();
                map.forEach((key, each) -> copy.put(
                        String.valueOf(key),
                        hidesSecrets && SECRET.matcher(String.valueOf(key)).matches() ? HIDDEN : shown(each)));
                yield copy;
            }
            case List<?> list -> {
                List<@Nullable Object> copy = new ArrayList<>();
                list.forEach(each -> copy.add(shown(each)));
                yield copy;
            }
            case String text -> withoutUser(text);
            default -> value;
        };
    }

    private String withoutUser(String text) {
        return hidesSecrets ? USER_INFO.matcher(text).replaceAll("$1" + HIDDEN + "@") : text;
    }

    private static Object limit(int limit) {
        return limit == Integer.MAX_VALUE ? "unlimited" : (Object) limit;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String duration(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }

    private static String dumped(Map<String, @Nullable Object> root) {
        DumpSettings settings = DumpSettings.builder()
                .setSchema(new CoreSchema()) // puts quotes around all that the reader would not take for text
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setDereferenceAliases(true)
                .setIndicatorIndent(2)
                .setIndentWithIndicator(true)
                .setWidth(120)
                .build();
        return new Dump(settings).dumpToString(root);
    }
}
