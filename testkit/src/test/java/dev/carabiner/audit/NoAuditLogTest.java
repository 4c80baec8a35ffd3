package dev.carabiner.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.AuditLogContract;
import org.junit.jupiter.api.Test;

class NoAuditLogTest extends AuditLogContract {

    @Override
    protected AuditLog newLog() {
        return AuditLog.none();
    }

    @Test
    void promises_nothing_so_nobody_relies_on_it() {
        assertThat(AuditLog.none().durable()).isFalse();
    }

    @Test
    void any_other_log_is_relied_on_unless_it_says_otherwise() {
        AuditLog log = record -> {};

        assertThat(log.durable()).isTrue();
    }
}
