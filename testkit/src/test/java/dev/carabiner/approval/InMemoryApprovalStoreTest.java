package dev.carabiner.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.testkit.ApprovalStoreContract;
import dev.carabiner.testkit.TestRequests;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class InMemoryApprovalStoreTest extends ApprovalStoreContract {

    @Override
    protected ApprovalStore newStore() {
        return ApprovalStore.inMemory();
    }

    @Test
    void keeps_the_last_thousand_that_have_ended_and_all_that_have_not() {
        ApprovalRequest pending = stored(TestRequests.about("waits"));
        ApprovalRequest allowed = stored(TestRequests.about("granted"));
        allow(allowed, "ann");
        ApprovalRequest first = stored(TestRequests.about("first"));
        deny(first, "ann");
        for (int i = 0; i < 1_000; i++) {
            store.cancel(stored(TestRequests.about("later")).id(), How.CANCELLED, "");
        }

        assertThat(store.read(first.id())).isNull();
        assertThat(store.find("s-1", "guard", first.digest())).isEmpty();
        assertThat(store.read(pending.id())).isNotNull();
        assertThat(store.consume(allowed.id(), allowed.digest(), "mine")).isTrue();
    }

    @Test
    void measures_time_apart_from_its_clock() throws Exception {
        Instant still = Instant.parse("2026-03-01T12:00:00Z");
        store = ApprovalStore.inMemory(InstantSource.fixed(still));
        ApprovalRequest request = stored(TestRequests.about("ls", Duration.ofMillis(50), Decision.DENY));

        assertThat(store.await(request.id(), Duration.ofSeconds(20)).decision().decidedAt())
                .isEqualTo(still);
    }

    @Test
    void a_time_without_end_does_not_overflow() {
        ApprovalRequest request = stored(TestRequests.about("ls", Duration.ofSeconds(Long.MAX_VALUE), Decision.DENY));

        assertThat(store.read(request.id()).state()).isEqualTo(ApprovalStore.State.PENDING);
    }
}
