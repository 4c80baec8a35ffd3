package dev.carabiner.session;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bundle says about one hook module: the module's own settings, and how its handlers are to be registered. The
 * {@link Mount} applies the latter to each registration.
 *
 * @param settings checked against {@link HookModule#configKeys} already
 * @param priority null to leave it to the module, as the next two
 * @param name what the bundle calls this hook; null if it has no name of its own
 */
public record HookConfig(
        EventData settings,
        @Nullable Integer priority,
        @Nullable FailurePolicy onFailure,
        @Nullable Duration timeout,
        @Nullable String name) {

    /** Without a name of its own. */
    public HookConfig(
            EventData settings,
            @Nullable Integer priority,
            @Nullable FailurePolicy onFailure,
            @Nullable Duration timeout) {
        this(settings, priority, onFailure, timeout, null);
    }

    /** No settings, and everything as the module would have it. */
    public static HookConfig none() {
        return of(EventData.empty());
    }

    /** These settings, and everything else as the module would have it. */
    public static HookConfig of(EventData settings) {
        return new HookConfig(settings, null, null, null);
    }

    /** The module's own idea of a registration, with what the bundle says instead. */
    public HookOptions options(HookOptions byModule) {
        HookOptions options = priority == null ? byModule : byModule.priority(priority);
        options = onFailure == null ? options : options.onFailure(onFailure);
        return timeout == null ? options : options.timeout(timeout);
    }

    /** The text under the key, or the other one if it is not set. */
    public String text(String key, String otherwise) {
        return settings.get(key) instanceof String text ? text : otherwise;
    }

    /** The list under the key, each item as text, or the other one if it is not set. */
    public List<String> texts(String key, List<String> otherwise) {
        return settings.get(key) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : otherwise;
    }

    /** As {@link ConfigType#FILES} or {@link ConfigType#FILE} writes them; none if there are none. */
    public List<Path> files(String key) {
        return settings.get(key) instanceof String one
                ? List.of(Path.of(one))
                : texts(key, List.of()).stream().map(Path::of).toList();
    }

    /** The whole number under the key, or the other one if it is not set. */
    public int number(String key, int otherwise) {
        return settings.get(key) instanceof Number number ? number.intValue() : otherwise;
    }

    /** The number under the key, or the other one if it is not set. */
    public double decimal(String key, double otherwise) {
        return settings.get(key) instanceof Number number ? number.doubleValue() : otherwise;
    }

    /** The boolean under the key, or the other one if it is not set. */
    public boolean flag(String key, boolean otherwise) {
        return settings.get(key) instanceof Boolean flag ? flag : otherwise;
    }

    /** As {@link ConfigType#DURATION} writes it. */
    public Duration duration(String key, Duration otherwise) {
        return settings.get(key) instanceof String text ? DurationText.parse(text) : otherwise;
    }
}
