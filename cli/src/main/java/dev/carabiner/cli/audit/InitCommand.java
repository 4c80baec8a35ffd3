package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.log.AuditLogException;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogReading;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code audit init}: makes a log and prints its root public key, which is the one of its first record. */
final class InitCommand {

    private final PrintStream out;
    private final PrintStream err;

    InitCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int run(List<String> rest) throws IOException {
        Arguments arguments = Arguments.parse(rest, Set.of("--name"), Set.of());
        Path directory = Arguments.directory(arguments.positional(1, "a directory"));
        String name = arguments.value("--name");
        String existing = rootKey(directory);
        if (existing != null) {
            throw new AuditLogException(
                    "There is a log in " + directory + " already; its root public key is " + existing);
        }
        AuditLogOptions options = AuditLogOptions.in(directory);
        FileAuditLog.open(name == null ? options : options.named(name)).close();
        String key = String.valueOf(rootKey(directory));
        out.println(key);
        Path copy = new LogFiles(directory).rootKey();
        boolean copied =
                Files.isRegularFile(copy) && Files.readString(copy).strip().equals(key);
        err.println("Keep this public key where the agent cannot write" + (copied ? "; a copy is in " + copy : ""));
        return 0;
    }

    /** Null if no log has begun there. The file {@code root.pub} is not asked: it may be missing, or left by a crash. */
    private static @Nullable String rootKey(Path directory) throws IOException {
        if (!Files.isDirectory(directory) || new LogFiles(directory).segments().isEmpty()) {
            return null;
        }
        List<String> keys = new ArrayList<>();
        LogReading.read(directory, chain -> {
            keys.add(chain.key().text());
            return false;
        });
        return keys.isEmpty() ? null : keys.getFirst();
    }
}
