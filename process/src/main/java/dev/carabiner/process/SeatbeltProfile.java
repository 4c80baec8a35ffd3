package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/**
 * A confinement in the language of macOS profiles. Of two rules the later one holds, so they stand in this order: what all
 * may do, what is hidden, what of that is shown, what may be written, what of that may not.
 */
final class SeatbeltProfile {

    /** Temporary directories are shared with the host there; a command gets one of its own in {@code TMPDIR}. */
    private static final List<String> DEVICES = List.of("/dev/null", "/dev/zero", "/dev/tty", "/dev/dtracehelper");

    private SeatbeltProfile() {}

    /** @throws IOException if a path has a character that a profile cannot hold */
    static String of(Confinement it) throws IOException {
        StringBuilder profile = new StringBuilder("(version 1)\n(allow default)\n(deny file-write*)\n");
        profile.append("(deny process-info* (target others))\n(deny signal (target others))\n");
        profile.append("(deny mach-priv-task-port)\n(deny file-write-setugid)\n");
        rules(profile, "deny file-read* file-write*", it.hidden());
        rules(profile, "allow file-read*", it.shown().keySet());
        rules(profile, "allow file-read* file-write*", it.moved().values());
        rules(profile, "allow file-read* file-write*", List.of(it.workspace()));
        rules(profile, "allow file-read* file-write*", it.writable());
        rules(profile, "deny file-write*", it.readOnly());
        for (String device : DEVICES) {
            profile.append("(allow file-write-data (literal ")
                    .append(quoted(device))
                    .append("))\n");
        }
        profile.append(network(it.network()));
        return profile.toString();
    }

    private static void rules(StringBuilder profile, String what, Collection<Path> paths) throws IOException {
        for (Path path : paths) {
            String kind = Files.isRegularFile(path) ? "literal " : "subpath ";
            profile.append('(').append(what).append(" (").append(kind);
            profile.append(quoted(path.toString())).append("))\n");
        }
    }

    private static String network(Network network) {
        return switch (network) {
            case ON -> "";
            case LOOPBACK ->
                "(deny network*)\n(allow network* (local ip \"localhost:*\"))\n(allow network* (remote ip \"localhost:*\"))\n";
            case OFF -> "(deny network*)\n";
        };
    }

    private static String quoted(String path) throws IOException {
        if (path.chars().anyMatch(it -> it < ' ' || it == 0x7f)) {
            throw new IOException("The path " + path.replaceAll("\\p{Cntrl}", "?")
                    + " has a control character, which the sandbox cannot name");
        }
        return "\"" + path.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
