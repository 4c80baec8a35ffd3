package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a program of root reaches by the permissions of files alone, also where it has no capability: the kernel's settings, of
 * which one names a program that the kernel itself runs outside of any sandbox, and what the system keeps for root. Nothing
 * where this program does not run as root, since then the same permissions keep it out.
 */
final class RootPlaces {

    private static final boolean ROOT = isRoot();

    /** Of the kernel, to be read and not written. Bubblewrap sees to {@code bus}, {@code irq} and {@code sysrq-trigger}. */
    static final List<Path> SETTINGS = existing(
            Stream.of("sys", "fs", "acpi", "scsi", "driver", "asound", "mtrr", "dynamic_debug", "latency_stats")
                    .map(name -> Path.of("/proc", name))
                    .toList());

    /** Of the system, not to be seen. */
    static final List<Path> SECRETS = existing(secrets());

    private RootPlaces() {}

    private static List<Path> secrets() {
        List<Path> secrets = new ArrayList<>(Stream.of(
                        "/etc/shadow",
                        "/etc/shadow-",
                        "/etc/gshadow",
                        "/etc/gshadow-",
                        "/etc/security/opasswd",
                        "/etc/ssl/private",
                        "/etc/krb5.keytab",
                        "/etc/kubernetes",
                        "/var/lib/kubelet")
                .map(Path::of)
                .toList());
        try (DirectoryStream<Path> keys = Files.newDirectoryStream(Path.of("/etc/ssh"), "ssh_host_*_key")) {
            keys.forEach(secrets::add);
        } catch (IOException | DirectoryIteratorException e) {
            return secrets; // no server for logins here
        }
        return secrets;
    }

    private static List<Path> existing(List<Path> places) {
        return ROOT ? places.stream().filter(Files::isReadable).toList() : List.of();
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false; // no Linux
        }
    }
}
