package dev.carabiner.audit;

enum NoAuditLog implements AuditLog {
    INSTANCE;

    @Override
    public void append(AuditRecord record) {}

    @Override
    public boolean durable() {
        return false;
    }
}
