package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the system's sandbox. Only the directories of the system are looked in, never the PATH: a project could have put a
 * program of the same name on it.
 */
final class SandboxSearch {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Map<String, Sandbox.Found> KNOWN = new ConcurrentHashMap<>();

    private final List<Path> places;
    private final boolean mac;

    SandboxSearch(List<Path> places, boolean mac) {
        this.places = List.copyOf(places);
        this.mac = mac;
    }

    static SandboxSearch ofSystem() {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        return new SandboxSearch(
                mac
                        ? List.of(Path.of("/usr/bin/sandbox-exec"))
                        : List.of(Path.of("/usr/bin/bwrap"), Path.of("/bin/bwrap"), Path.of("/usr/local/bin/bwrap")),
                mac);
    }

    Sandbox.Found find() {
        return KNOWN.computeIfAbsent(places.toString(), key -> search());
    }

    private Sandbox.Found search() {
        Path program = places.stream().filter(Files::isExecutable).findFirst().orElse(null);
        if (program == null) {
            return new Sandbox.Found(null, missing());
        }
        Sandbox sandbox = mac ? new Seatbelt(program) : new Bubblewrap(program);
        String trait = trait(program);
        if (!trait.isEmpty() && trait.equals(remembered())) {
            return new Sandbox.Found(sandbox, "");
        }
        String problem = tried(sandbox);
        if (problem != null) {
            return new Sandbox.Found(null, program + " is installed and cannot be used here: " + problem);
        }
        remember(trait);
        return new Sandbox.Found(sandbox, "");
    }

    private String missing() {
        return mac ? "there is no /usr/bin/sandbox-exec" : "bubblewrap is not installed (apt install bubblewrap)";
    }

    /** Runs a real program in it; null if that works. */
    private static @Nullable String tried(Sandbox sandbox) {
        try {
            Path directory = Path.of("/");
            Finished finished = Command.of(List.of("/bin/sh", "-c", "echo confined"), directory)
                    .in(Confinement.of(sandbox, CacheDirectory.directory("sandbox/trial")))
                    .limit(LIMIT)
                    .run();
            return finished.succeeded() && finished.output().equals("confined\n") ? null : firstLine(finished.output());
        } catch (IOException e) {
            return firstLine(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            return firstLine(e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "it was interrupted";
        }
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("it did not run");
    }

    /** What the trial holds for: this program, until the machine starts anew. Empty where that cannot be told. */
    private static String trait(Path program) {
        try {
            Path real = program.toRealPath();
            BasicFileAttributes file = Files.readAttributes(real, BasicFileAttributes.class);
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return boot + " " + real + " " + file.size() + " "
                    + file.lastModifiedTime().toMillis() + " 2\n";
        } catch (IOException e) {
            return "";
        }
    }

    private static String remembered() {
        try {
            return Files.readString(memory(), UTF_8);
        } catch (IOException e) {
            return ""; // never tried
        }
    }

    /** Only what works is remembered: a file that says otherwise would turn the sandbox off. */
    private static void remember(String trait) {
        try {
            Files.writeString(memory(), trait, UTF_8);
        } catch (IOException e) {
            System.getLogger(SandboxSearch.class.getName())
                    .log(System.Logger.Level.DEBUG, "The sandbox will be tried again at the next start", e);
        }
    }

    private static Path memory() {
        return CacheDirectory.path().resolve("sandbox").resolve("works");
    }
}
