package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditRecord;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** How a log is kept. {@code AuditLogOptions.in(directory)} is what most need; each method gives a changed copy. */
public final class AuditLogOptions {

    private final Path directory;
    private String name = "";
    private Function<AuditRecord, Durability> durability = Durability::byDefault;
    private Set<String> secretFields = Set.of();
    private List<Anchor> anchors = List.of();
    private long segmentBytes = 64L * 1024 * 1024;
    private int checkpointRecords = 1_000;
    private Duration checkpointInterval = Duration.ofSeconds(10);
    private Clock clock = Clock.systemUTC();

    private AuditLogOptions(Path directory) {
        this.directory = directory;
    }

    /** A log in this directory, which is made if it is not there, with the defaults for everything else. */
    public static AuditLogOptions in(Path directory) {
        return new AuditLogOptions(directory);
    }

    /** The log's name, if it has to be made; otherwise it gets a random one. */
    public AuditLogOptions named(String newName) {
        if (!newName.matches("[A-Za-z0-9._-]{1,64}")) {
            throw new AuditLogException(
                    "A log cannot be named '" + newName + "': 1 to 64 of letters, digits, '.', '_' and '-'");
        }
        return changed(it -> it.name = newName);
    }

    /** Which records are acknowledged only when they are on disk. */
    public AuditLogOptions durability(Function<AuditRecord, Durability> policy) {
        return changed(it -> it.durability = policy);
    }

    /** Keys whose values, at any depth of a record's data, are kept apart, so that they can be erased. */
    public AuditLogOptions secrets(String... keys) {
        return changed(it -> it.secretFields = Set.copyOf(List.of(keys)));
    }

    /** Who else is given each checkpoint. */
    public AuditLogOptions anchoredIn(Anchor... places) {
        return changed(it -> it.anchors = List.of(places));
    }

    /** A segment ends when it has reached that size. */
    public AuditLogOptions segmentsOf(long bytes) {
        return changed(it -> it.segmentBytes = bytes);
    }

    /**
     * After how many records, or after how long if there is one at all, a checkpoint is signed: whichever comes first.
     */
    public AuditLogOptions checkpointEvery(int records, Duration interval) {
        return changed(it -> {
            it.checkpointRecords = records;
            it.checkpointInterval = interval;
        });
    }

    /** The time of the log's own records. */
    public AuditLogOptions clock(Clock newClock) {
        return changed(it -> it.clock = newClock);
    }

    Path directory() {
        return directory;
    }

    String name() {
        return name;
    }

    Function<AuditRecord, Durability> durability() {
        return durability;
    }

    Set<String> secretFields() {
        return secretFields;
    }

    List<Anchor> anchors() {
        return anchors;
    }

    long segmentBytes() {
        return segmentBytes;
    }

    int checkpointRecords() {
        return checkpointRecords;
    }

    Duration checkpointInterval() {
        return checkpointInterval;
    }

    Clock clock() {
        return clock;
    }

    private AuditLogOptions changed(Consumer<AuditLogOptions> change) {
        AuditLogOptions copy = new AuditLogOptions(directory);
        copy.name = name;
        copy.durability = durability;
        copy.secretFields = secretFields;
        copy.anchors = anchors;
        copy.segmentBytes = segmentBytes;
        copy.checkpointRecords = checkpointRecords;
        copy.checkpointInterval = checkpointInterval;
        copy.clock = clock;
        change.accept(copy);
        return copy;
    }
}
