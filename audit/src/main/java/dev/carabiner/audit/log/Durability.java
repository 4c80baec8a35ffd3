package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Streamed;

/** When a record counts as recorded. */
public enum Durability {
    /** When it is on disk. */
    DURABLE,
    /** When it is in line; it is handed to the system and to the disk within a tenth of a second. */
    BUFFERED;

    /** Decisions, permits and approvals are durable: what was allowed or refused must be known after any crash. */
    public static Durability byDefault(AuditRecord record) {
        return switch (record) {
            case Emitted emitted -> emitted.action().equals("deny") ? DURABLE : BUFFERED;
            case Streamed streamed -> BUFFERED;
            case Injected injected -> BUFFERED;
            case MessageShown shown -> BUFFERED;
            case OutputCaught caught -> BUFFERED;
            case PortFailed failed -> BUFFERED;
            default -> DURABLE;
        };
    }
}
