package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.log.AuditLogException;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code audit init}: makes a log and prints its root public key, which is the one of its first record. */
@Command(
        name = "init",
        description = {
            "Makes a log in a directory and prints its root public key.",
            "Keep the key where the agent cannot write: with it the log can be verified later.",
            "Where there is a log already, it says so with that log's root key, and ends with 73."
        },
        footer = "  carabiner audit init .carabiner/audit > ~/keys/audit.pub")
final class InitCommand extends LogCommand {

    @Option(names = "--name", paramLabel = "NAME", description = "What the log is called in its key and checkpoints.")
    private @Nullable String name;

    InitCommand(Surroundings here) {
        super(here, here.err());
    }

    @Override
    int run() throws IOException {
        String existing = rootKey(log);
        if (existing != null) {
            throw new AuditLogException("There is a log in " + log + " already; its root public key is " + existing);
        }
        AuditLogOptions options = AuditLogOptions.in(log);
        FileAuditLog.open(name == null ? options : options.named(name)).close();
        String key = String.valueOf(rootKey(log));
        out.println(key);
        Path copy = new LogFiles(log).rootKey();
        boolean copied =
                Files.isRegularFile(copy) && Files.readString(copy).strip().equals(key);
        err.println("Keep this public key where the agent cannot write" + (copied ? "; a copy is in " + copy : ""));
        return DONE;
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
