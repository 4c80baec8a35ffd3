package dev.carabiner.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What the figures were measured on. What a system does not tell is left as unknown. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        return "%s, %d cores, %s memory; %s %s; %s %s"
                .formatted(
                        firstValue("/proc/cpuinfo", "model name"),
                        Runtime.getRuntime().availableProcessors(),
                        memory(),
                        System.getProperty("java.vm.vendor"),
                        Runtime.version(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"));
    }

    /** The load of the last minute: above the run's own one or two threads, another program was busy too. */
    public static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }

    /** A jar's name holds the version that was measured, whatever the build file says by now. */
    public static String jarOf(Class<?> type) {
        String place = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return place.substring(place.lastIndexOf('/') + 1).replace(".jar", "");
    }

    private static String memory() {
        String kibibytes = firstValue("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
        return kibibytes.isEmpty()
                ? "unknown"
                : String.format(Locale.ROOT, "%.0f GiB", Long.parseLong(kibibytes) / 1048576.0);
    }

    private static String firstValue(String file, String key) {
        try (var lines = Files.lines(Path.of(file))) {
            return lines.filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
