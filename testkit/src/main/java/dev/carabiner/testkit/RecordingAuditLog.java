package dev.carabiner.testkit;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A log in memory: the records in the order in which they came. */
public final class RecordingAuditLog implements AuditLog {

    private final List<AuditRecord> records = new CopyOnWriteArrayList<>();

    @Override
    public void append(AuditRecord record) {
        records.add(record);
    }

    /** All records so far. */
    public List<AuditRecord> records() {
        return List.copyOf(records);
    }

    /** Those of one kind, such as {@code AuditRecord.PermitMinted.class}. */
    public <R extends AuditRecord> List<R> records(Class<R> kind) {
        return records.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The kinds of all records, as logs name them: {@code emit}, {@code permit_minted}, … */
    public List<String> types() {
        return records.stream().map(AuditRecord::type).toList();
    }
}
