package dev.carabiner.cli.agent;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.process.Command;
import dev.carabiner.process.Environment;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the service for the next time, in a session of its own: it outlives the agent that is being answered. */
public final class HookStart {

    private static final String APART =
            "if command -v setsid >/dev/null 2>&1; then exec setsid \"$@\"; else exec nohup \"$@\"; fi";

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

    /** Starts it, unless it cannot be or is there already. Returns at once. */
    public static void begin(Surroundings here) {
        Path launcher = launcher();
        if (launcher == null || (Files.exists(GuardFile.socket(here)) && !isLeftOver(here))) {
            return;
        }
        try {
            ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", APART, "sh", launcher.toString(), "hookd"))
                    .directory(here.home().toFile())
                    .redirectInput(Redirect.from(new java.io.File("/dev/null")))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD);
            builder.start();
        } catch (IOException e) {
            // the next event is judged by a start of its own again
        }
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

    private static boolean isLeftOver(Surroundings here) {
        try (java.nio.channels.SocketChannel other =
                java.nio.channels.SocketChannel.open(java.net.UnixDomainSocketAddress.of(GuardFile.socket(here)))) {
            return !other.isConnected();
        } catch (IOException e) {
            return true;
        }
    }
}
