package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ContributionTest {

    private final SessionCoordinator session = new Recording().session();

    @Test
    void contributions_come_in_registration_order_without_nulls_and_without_the_failed() {
        session.registerContributor("capabilities", "a", () -> "first");
        session.registerContributor("capabilities", "b", () -> null);
        session.registerContributor("capabilities", "c", () -> {
            throw new IllegalStateException("broken");
        });
        session.registerContributor("capabilities", "d", () -> 2);

        assertThat(session.collectContributions("capabilities")).containsExactly("first", 2);
    }

    @Test
    void an_unknown_channel_is_empty() {
        assertThat(session.collectContributions("nobody")).isEmpty();
    }

    @Test
    void suppliers_are_asked_anew_each_time() {
        var count = new AtomicInteger();
        session.registerContributor("count", "counter", count::incrementAndGet);

        assertThat(session.collectContributions("count")).containsExactly(1);
        assertThat(session.collectContributions("count")).containsExactly(2);
    }

    @Test
    void a_missing_supplier_is_named() {
        assertThatThrownBy(() -> session.registerContributor("channel", "forgetful", null))
                .hasMessageContaining("forgetful");
    }
}
