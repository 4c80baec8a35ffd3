package dev.carabiner.cli.agent;

import dev.carabiner.process.Command;
import dev.carabiner.process.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How this program was started, for what starts it again: the file that agents run, and the service behind it. */
public final class HookStart {

    private static final String MAKE_CACHE = "--make-cache";

    private HookStart() {}

    /** The command that started this program; null if it was none. */
    public static @Nullable Path launcher() {
        String file = System.getProperty("carabiner.launcher", "");
        return file.isEmpty() ? null : Path.of(file);
    }

    /** The version that service and command must share: that of the program, or of what was built last. */
    public static String version() {
        String version = HookStart.class.getPackage().getImplementationVersion();
        String build = System.getProperty("carabiner.build", "");
        String name = (version == null ? "dev" : version) + (build.isEmpty() ? "" : "-" + build);
        return name.replaceAll("[^A-Za-z0-9._-]", "_");
    }

    /** Has the distribution's command keep the classes of a quick start; one that cannot do that is left as it is. */
    public static void prepare(Path launcher) {
        try {
            if (Files.readString(launcher).contains(MAKE_CACHE)) {
                Command.of(List.of(launcher.toString(), MAKE_CACHE), Path.of("/"))
                        .environment(Environment.basic())
                        .limit(Duration.ofMinutes(1))
                        .runApart();
            }
        } catch (IOException e) {
            // it starts without, a little slower
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
