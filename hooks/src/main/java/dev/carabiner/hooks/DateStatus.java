package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/** A session begins, and the agent knows when and where it is. */
public final class DateStatus implements HookModule {

    private static final String NAME = "date-status";
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEEE, yyyy-MM-dd HH:mm", Locale.ENGLISH);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Tells the agent the date, the time zone, the platform and the working directory.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("zone", ConfigType.TEXT);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        Supplier<ZoneId> zone = zone(config.text("zone", ""));
        Path directory = Workspace.at(mount.workingDirectory()).root();
        HookOptions options = HookOptions.forEvent("session:start").name(NAME);
        HookOptions resumed = HookOptions.forEvent("session:resume").name(NAME);
        return Mounted.of(
                mount.hooks().register(config.options(options), (event, data) -> told(data, zone, directory)),
                mount.hooks().register(config.options(resumed), (event, data) -> told(data, zone, directory)));
    }

    /** By the clock of the session, which is the one that the record has. */
    private static HookResult told(EventData data, Supplier<ZoneId> in, Path directory) {
        ZoneId zone = in.get();
        Instant now = data.get("timestamp") instanceof String text ? Instant.parse(text) : Instant.now();
        return HookResult.inject("Date: " + DATE.format(now.atZone(zone)) + " (" + zone + ")\nPlatform: "
                + System.getProperty("os.name") + " " + System.getProperty("os.version") + " ("
                + System.getProperty("os.arch") + ")\nWorking directory: " + directory);
    }

    /** The system's is looked up when it is told: most events of other agents never need it. */
    private static Supplier<ZoneId> zone(String name) {
        if (name.isEmpty()) {
            return ZoneId::systemDefault;
        }
        try {
            ZoneId zone = ZoneId.of(name);
            return () -> zone;
        } catch (DateTimeException e) {
            throw new InvalidSettingException(NAME, "zone", name, "a time zone such as Europe/Berlin or UTC");
        }
    }
}
