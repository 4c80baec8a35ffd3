package dev.carabiner.cli.audit;

import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.Durability;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.json.RecordJson;
import java.io.IOException;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code audit erase}: makes one secret value unreadable for good, and puts on record that it was. */
@Command(
        name = "erase",
        description = {
            "Erases a secret value of a record for good.",
            "The record and its proofs stay good, and that it was erased is recorded. Refused while the log is being",
            "written. Copies that a file system, a flash disk or a backup keeps are not reached."
        },
        footer = {
            "  carabiner audit erase .carabiner/audit 17",
            "  carabiner audit erase .carabiner/audit 17 /data/tool_input/password --yes"
        })
final class EraseCommand extends LogCommand {

    private static final String COMMITMENT = "$commitment";

    @Parameters(
            index = "1",
            paramLabel = "SEQ",
            converter = ArgumentTypes.RecordNumber.class,
            description = "The number of the record.")
    private long seq;

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "PATH",
            description = {
                "Where in the record's data the value stood, as a JSON pointer.",
                "Without it, the paths of the record's secrets are listed."
            })
    private @Nullable String path;

    @Option(names = "--yes", description = "Needed to erase: the value is gone for good.")
    private boolean sure;

    EraseCommand(Surroundings here) {
        super(here, here.out());
    }

    /** The secrets of one record, as commitments by where they stand in its data, and the segment it is in. */
    private record Secrets(int segment, Map<String, String> commitments) {}

    @Override
    int run() throws IOException {
        Secrets secrets = secrets();
        Openings openings = new Openings(new LogFiles(log).secrets(secrets.segment));
        if (path == null) {
            list(openings, secrets);
            return DONE;
        }
        String commitment = secrets.commitments.get(path);
        if (commitment == null) {
            throw new UsageException("Record " + seq + " has no secret at '" + path + "'; it has "
                    + (secrets.commitments.isEmpty() ? "none" : String.join(", ", secrets.commitments.keySet())));
        }
        if (!sure) {
            throw new UsageException("An erased value is gone for good; to erase it, add --yes");
        }
        erase(path, openings, commitment);
        return DONE;
    }

    private void list(Openings openings, Secrets secrets) throws IOException {
        for (Map.Entry<String, String> secret : secrets.commitments.entrySet()) {
            String state = openings.holds(secret.getValue()) ? "" : " (erased)";
            out.println(VisibleText.inOneLine(secret.getKey()) + state);
        }
    }

    /** The writer's lock is held meanwhile. The record comes first: an erasure without one would look like an attack. */
    private void erase(String path, Openings openings, String commitment) throws IOException {
        AuditLogOptions options = AuditLogOptions.in(log).durability(record -> Durability.DURABLE);
        try (FileAuditLog writing = FileAuditLog.open(options)) {
            if (!openings.holds(commitment)) {
                out.println("Nothing is left to erase: the value has been erased before");
                return;
            }
            String text = "Erasing the secret " + path + " of record " + seq + ", commitment " + commitment;
            writing.append(new MessageShown("", Clock.systemUTC().instant(), "audit", "audit:erase", "warning", text));
            openings.erase(commitment);
        }
        out.println("Erased " + VisibleText.inOneLine(path) + " of record " + seq);
    }

    private Secrets secrets() throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        int[] segment = {0};
        LogReading.read(log, chain -> {
            if (chain.size() - 1 == seq) {
                segment[0] = chain.segment();
                collect("", RecordJson.read(chain.line().data()), found);
            }
            return chain.size() <= seq;
        });
        if (segment[0] == 0) {
            throw new UsageException("There is no record " + seq);
        }
        return new Secrets(segment[0], found);
    }

    /** Paths are JSON pointers. */
    private static void collect(String path, Object value, Map<String, String> found) {
        switch (value) {
            case Map<?, ?> map
            when map.size() == 1 && map.get(COMMITMENT) instanceof String text && text.matches("[0-9a-f]{64}") ->
                found.put(path, text);
            case Map<?, ?> map ->
                map.forEach((key, inner) -> collectInner(path + "/" + escaped((String) key), inner, found));
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    collectInner(path + "/" + i, list.get(i), found);
                }
            }
            default -> {}
        }
    }

    private static void collectInner(String path, @Nullable Object value, Map<String, String> found) {
        if (value != null) {
            collect(path, value, found);
        }
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
