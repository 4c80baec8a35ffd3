package dev.carabiner.engine;

import dev.carabiner.engine.PolicyTrial.Mounted;
import dev.carabiner.engine.bundle.SettingOrigins;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tries each pattern of a guard's settings with an example of itself. By convention {@code deny}, {@code ask} and
 * {@code allow} are commands, and {@code paths} are files that may not change unasked.
 */
record PatternProbes(Mounted guard, SettingOrigins origins) {

    private static final String INSTEAD = " => ";

    List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        for (Map.Entry<String, ?> setting : guard.spec().settings().asMap().entrySet()) {
            List<?> values = setting.getValue() instanceof List<?> list ? list : List.of();
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof String pattern) {
                    String path = "hooks." + guard.spec().name() + ".config." + setting.getKey() + "[" + i + "]";
                    findings.addAll(probed(setting.getKey(), pattern, path));
                }
            }
        }
        return findings;
    }

    /** The calls that its patterns are about. */
    List<EventData> examples() {
        List<EventData> examples = new ArrayList<>();
        guard.spec().settings().asMap().forEach((key, value) -> {
            for (Object pattern : value instanceof List<?> list ? list : List.of()) {
                switch (key) {
                    case "deny", "ask" -> examples.add(command(String.valueOf(pattern)));
                    case "paths" -> examples.addAll(writes(String.valueOf(pattern)));
                    default -> {} // what is allowed need not be stopped
                }
            }
        });
        return examples;
    }

    private List<Finding> probed(String key, String pattern, String path) {
        return switch (key) {
            case "deny" -> found(key, pattern, path, answer(command(pattern)), Action.DENY);
            case "ask" -> found(key, pattern, path, answer(command(pattern)), Action.ASK_USER);
            case "allow" -> found(key, pattern, path, answer(command(pattern)), Action.CONTINUE);
            case "paths" ->
                writes(pattern).stream().anyMatch(it -> answer(it).action() != Action.CONTINUE)
                        ? List.of()
                        : List.of(finding(
                                Kind.NEVER_MATCHES, key, pattern, path, "matches no file", "correct or remove it"));
            default -> List.of();
        };
    }

    private List<Finding> found(String key, String pattern, String path, HookOutcome was, Action meant) {
        if (was.action() == meant) {
            return List.of();
        }
        String fix = "remove it, or what stands in its way";
        return switch (was.action()) {
            case DENY -> List.of(finding(Kind.SHADOWED, key, pattern, path, "has no effect: " + was.reason(), fix));
            case ASK_USER ->
                List.of(finding(
                        Kind.SHADOWED, key, pattern, path, "is asked about all the same: " + was.reason(), fix));
            default ->
                List.of(finding(
                        Kind.NEVER_MATCHES,
                        key,
                        pattern,
                        path,
                        "does not even match itself",
                        "write it as one plain command"));
        };
    }

    private Finding finding(Kind kind, String key, String pattern, String path, String what, String fix) {
        String text = key + " of " + guard.spec().name() + ": \"" + pattern + "\" " + what;
        return Finding.warning(origins.near(path, guard.spec().at()), kind, text, fix);
    }

    private HookOutcome answer(EventData call) {
        return guard.module().answer("tool:pre", call);
    }

    private static EventData command(String pattern) {
        int end = pattern.indexOf(INSTEAD);
        String words = (end < 0 ? pattern : pattern.substring(0, end)).strip();
        String command = words.endsWith(" *") ? words.substring(0, words.length() - 2) : words;
        return PolicyTrial.call("Bash", EventData.of("command", command));
    }

    /** The file itself, and one below it. */
    private static List<EventData> writes(String pattern) {
        String path = pattern.replace("**", "x").replace("*", "x").replace("?", "x");
        return List.of(
                PolicyTrial.call("Write", EventData.of("file_path", path, "content", "x")),
                PolicyTrial.call("Write", EventData.of("file_path", path + "/x", "content", "x")));
    }
}
