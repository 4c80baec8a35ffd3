package dev.carabiner.cli.audit;

import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.Durability;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.display.VisibleText;
import dev.carabiner.json.RecordJson;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code audit erase}: makes one secret value unreadable for good, and puts on record that it was. */
final class EraseCommand {

    private static final String COMMITMENT = "$commitment";

    private final PrintStream out;

    EraseCommand(PrintStream out) {
        this.out = out;
    }

    /** The secrets of one record, as commitments by where they stand in its data, and the segment it is in. */
    private record Secrets(int segment, Map<String, String> commitments) {}

    int run(List<String> rest) throws IOException {
        Arguments arguments = Arguments.parse(rest, Set.of(), Set.of("--yes"));
        List<String> words = arguments.positional(2, 3, "the directory of a log, the number of a record, and a path");
        Path directory = Arguments.directory(words);
        long seq = Arguments.recordNumber(words.get(1));
        Secrets secrets = secrets(directory, seq);
        if (words.size() == 2) {
            list(directory, secrets);
            return 0;
        }
        String path = words.get(2);
        String commitment = secrets.commitments.get(path);
        if (commitment == null) {
            throw new UsageException("Record " + seq + " has no secret at '" + path + "'; it has "
                    + (secrets.commitments.isEmpty() ? "none" : String.join(", ", secrets.commitments.keySet())));
        }
        if (!arguments.has("--yes")) {
            throw new UsageException("An erased value is gone for good; to erase it, add --yes");
        }
        erase(directory, seq, path, openings(directory, secrets), commitment);
        return 0;
    }

    private void list(Path directory, Secrets secrets) throws IOException {
        Openings openings = openings(directory, secrets);
        for (Map.Entry<String, String> secret : secrets.commitments.entrySet()) {
            String state = openings.holds(secret.getValue()) ? "" : " (erased)";
            out.println(VisibleText.inOneLine(secret.getKey()) + state);
        }
    }

    private static Openings openings(Path directory, Secrets secrets) {
        return new Openings(new LogFiles(directory).secrets(secrets.segment));
    }

    /** The writer's lock is held meanwhile. The record comes first: an erasure without one would look like an attack. */
    private void erase(Path directory, long seq, String path, Openings openings, String commitment) throws IOException {
        AuditLogOptions options = AuditLogOptions.in(directory).durability(record -> Durability.DURABLE);
        try (FileAuditLog log = FileAuditLog.open(options)) {
            if (!openings.holds(commitment)) {
                out.println("Nothing is left to erase: the value has been erased before");
                return;
            }
            String text = "Erasing the secret " + path + " of record " + seq + ", commitment " + commitment;
            log.append(new MessageShown("", Clock.systemUTC().instant(), "audit", "audit:erase", "warning", text));
            openings.erase(commitment);
        }
        out.println("Erased " + VisibleText.inOneLine(path) + " of record " + seq);
    }

    private static Secrets secrets(Path directory, long seq) throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        int[] segment = {0};
        LogReading.read(directory, chain -> {
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
