package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.json.LocatedJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of one hook in a file. Those that are not known are passed over, as the agents do. */
record EntryFields(LocatedJson.Fields fields) {

    /** Those that an agent knows. Some of them cannot be run here, and fail when they are needed. */
    private static final List<String> TYPES = List.of("command", "http", "prompt", "agent", "mcp_tool");

    /** The key of a command that is for this system only. */
    private static final String SYSTEM = System.getProperty("os.name").startsWith("Mac") ? "osx" : "linux";

    /**
     * @param settings the variables that the file sets for everything
     * @throws IllegalArgumentException with what is wrong with it
     */
    static HookEntry entry(
            Dialect dialect,
            String event,
            LocatedJson.Fields group,
            LocatedJson.Fields handler,
            Map<String, String> settings,
            Path file) {
        EntryFields own = new EntryFields(handler);
        String matcher = own.has("matcher") ? own.text("matcher") : new EntryFields(group).text("matcher");
        dialect.matching().of(matcher);
        String type = own.has("type") ? own.text("type") : "command";
        if (!TYPES.contains(type)) {
            throw new IllegalArgumentException(
                    "its type is \"" + type + "\"; expected one of " + String.join(", ", TYPES));
        }
        String command = type.equals("http") ? own.text("url") : own.text(SYSTEM, "command", "bash", "script");
        if (command.isBlank() && type.equals("http")) {
            throw new IllegalArgumentException("it has no url");
        }
        boolean named = own.has(SYSTEM) || own.has("command") || own.has("bash") || own.has("script");
        if (!named && type.equals("command")) { // an empty one is a place kept for later: a shell runs nothing for it
            throw new IllegalArgumentException("it has no command; expected the key \"command\"");
        }
        IfRule.of(own.text("if"));
        Map<String, String> environment = new LinkedHashMap<>(settings);
        environment.putAll(own.map("env"));
        return new HookEntry(
                event,
                matcher,
                own.text("if"),
                type,
                command,
                own.text("shell"),
                own.has("args") ? own.texts("args") : null,
                environment,
                own.text("cwd"),
                own.timeout(dialect),
                own.flag("async") || own.flag("asyncRewake"),
                own.flag("once"),
                own.text("onFailure").equals("block") || own.flag("failClosed"),
                new EntryFields(group).flag("sequential"),
                own.map("headers"),
                own.has("allowedEnvVars") ? own.texts("allowedEnvVars") : List.of(),
                new HookEntry.Place(file, handler.line()));
    }

    private @Nullable Duration timeout(Dialect dialect) {
        Duration unit = has("timeoutSec") ? Duration.ofSeconds(1) : dialect.timeoutUnit();
        Object value = has("timeoutSec") ? plain("timeoutSec") : plain("timeout");
        if (value == null) {
            return null;
        }
        if (value instanceof Number number && number.doubleValue() > 0 && number.doubleValue() < 1e9) {
            return Duration.ofMillis(Math.max(1, Math.round(number.doubleValue() * unit.toMillis())));
        }
        throw new IllegalArgumentException("its timeout is " + value + "; expected a number above 0");
    }

    private boolean has(String key) {
        return plain(key) != null;
    }

    private @Nullable Object plain(String key) {
        LocatedJson value = fields.values().get(key);
        return value == null ? null : value.plain();
    }

    private boolean flag(String key) {
        return Boolean.TRUE.equals(plain(key));
    }

    private String text(String... keys) {
        for (String key : keys) {
            Object value = plain(key);
            if (value != null) {
                if (value instanceof String text) {
                    return text;
                }
                throw new IllegalArgumentException("its " + key + " is no text");
            }
        }
        return "";
    }

    private List<String> texts(String key) {
        if (plain(key) instanceof List<?> list && list.stream().allMatch(String.class::isInstance)) {
            return list.stream().map(String.class::cast).toList();
        }
        throw new IllegalArgumentException("its " + key + " is no list of texts");
    }

    private Map<String, String> map(String key) {
        Map<String, String> map = new LinkedHashMap<>();
        if (plain(key) instanceof Map<?, ?> values) {
            values.forEach((name, value) -> map.put(String.valueOf(name), String.valueOf(value)));
        } else if (has(key)) {
            throw new IllegalArgumentException("its " + key + " is no object");
        }
        return map;
    }
}
