package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One setting that is in force.
 *
 * @param path as in {@code hooks.shell-guard.config.unclear}
 * @param value in one line; secrets are hidden
 * @param origin file and line, or whose default it is
 */
public record EffectiveSetting(String path, String value, String origin) {

    private static final Hiding HIDING = new Hiding(true);

    /** Every setting of a bundle, in the order in which bundles are printed, with where it comes from. */
    public static List<EffectiveSetting> of(Bundle inForce, SettingOrigins origins) {
        List<EffectiveSetting> all = new ArrayList<>();
        all.add(new EffectiveSetting(
                "bundle", inForce.name() + " " + inForce.version(), inForce.at().toString()));
        section("session", SessionKeys.SECTION, inForce.session(), "default", all);
        inForce.providers()
                .forEach(it -> module("providers", it.module(), it.module(), it.config(), it.at(), origins, all));
        inForce.tools().forEach(it -> module("tools", it.module(), it.module(), it.config(), it.at(), origins, all));
        for (HookSpec hook : inForce.hooks()) {
            module("hooks", hook.name(), hook.module(), hook.settings(), hook.at(), origins, all);
            String path = "hooks." + hook.name();
            section(path, HookKeys.SECTION, hook.mounting(), "default", all);
        }
        for (AgentSpec agent : inForce.agents()) {
            String tools = agent.tools().isEmpty() ? "all tools" : String.join(", ", agent.tools());
            all.add(new EffectiveSetting(
                    "agents." + agent.name(), tools, agent.at().toString()));
        }
        return List.copyOf(all);
    }

    private static void section(
            String path, Section section, SectionValues values, String usual, List<EffectiveSetting> all) {
        for (Key<?> key : section.inOrder()) {
            SectionValues.Said said = values.said().get(key);
            Object value = said == null ? key.usual() : said.value();
            String inner = path + "." + key.name();
            if (value instanceof SectionValues more && key.shape() instanceof Section nested) {
                section(inner, nested, more, usual, all);
            } else {
                Object written = written(key, values);
                if (written != null && !List.of("", List.of(), Map.of()).contains(written)) {
                    String origin =
                            said == null || !said.isOfFile() ? usual : said.at().toString();
                    add(inner, written, origin, all);
                }
            }
        }
    }

    private static <T> @Nullable Object written(Key<T> key, SectionValues values) {
        T value = values.valueOf(key);
        return value == null ? null : key.shape().written(value, HIDING);
    }

    private static void module(
            String kind,
            String name,
            String module,
            EventData settings,
            Position at,
            SettingOrigins origins,
            List<EffectiveSetting> all) {
        String path = kind + "." + name;
        String mounted = name.equals(module) ? "mounted" : "mounted, module " + module;
        all.add(new EffectiveSetting(path, mounted, at.toString()));
        settings.asMap().forEach((key, value) -> {
            String inner = path + ".config." + key;
            Position said = origins.at(inner);
            boolean own = said != null && said.file().equals(at.file());
            Map<?, ?> hidden =
                    (Map<?, ?>) Objects.requireNonNull(HIDING.shown(Map.of(key, value == null ? "" : value)));
            add(inner, hidden.get(key), own ? String.valueOf(said) : "default of " + module, all);
        });
    }

    /** An object is one setting for each of its fields. */
    private static void add(String path, @Nullable Object value, String origin, List<EffectiveSetting> all) {
        if (value instanceof Map<?, ?> object && !object.isEmpty()) {
            object.forEach((key, each) -> add(path + "." + key, each, origin, all));
        } else {
            all.add(new EffectiveSetting(path, shown(value).replace("\n", "\\n"), origin));
        }
    }

    /** As YAML has it in one line. */
    private static String shown(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> object ->
                object.entrySet().stream()
                        .map(it -> it.getKey() + ": " + shown(it.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list -> list.stream().map(EffectiveSetting::shown).collect(Collectors.joining(", ", "[", "]"));
            case null, default -> String.valueOf(value);
        };
    }
}
