package dev.carabiner.testkit;

import dev.carabiner.audit.AuditLog;

/** The log in memory is a log. */
class RecordingAuditLogTest extends AuditLogContract {

    @Override
    protected AuditLog newLog() {
        return new RecordingAuditLog();
    }
}
