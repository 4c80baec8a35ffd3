package dev.carabiner.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.testkit.ApprovalSystemContract;
import dev.carabiner.testkit.TestRequests;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FirstAnswerTest extends ApprovalSystemContract {

    private static final ApprovalSystem SILENT = request -> {
        new CountDownLatch(1).await();
        return "never";
    };

    private static final ApprovalSystem BROKEN = request -> {
        throw new IllegalStateException("no screen");
    };

    private final ApprovalRequest request = TestRequests.about("ls");

    @Override
    protected ApprovalSystem answering(String option) {
        return ApprovalSystem.firstOf(List.of(SILENT, ApprovalSystem.answering(option), BROKEN));
    }

    @Override
    protected ApprovalSystem silent() {
        return ApprovalSystem.firstOf(List.of(SILENT, BROKEN));
    }

    @Test
    void those_that_were_slower_are_interrupted() throws Exception {
        var interrupted = new CountDownLatch(1);
        ApprovalSystem slow = asked -> {
            try {
                new CountDownLatch(1).await();
                return "never";
            } finally {
                interrupted.countDown();
            }
        };

        assertThat(ApprovalSystem.firstOf(List.of(slow, ApprovalSystem.answering("Allow")))
                        .requestApproval(request))
                .isEqualTo("Allow");
        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void it_has_failed_only_when_all_have_failed() {
        assertThatThrownBy(() -> ApprovalSystem.firstOf(List.of(BROKEN, BROKEN)).requestApproval(request))
                .hasMessageContaining("no screen");
    }

    @Test
    void it_has_reached_nobody_when_none_has() {
        ApprovalSystem noTerminal = asked -> {
            throw new ApprovalUnreachableException("no terminal");
        };
        ApprovalSystem gaveUp = asked -> {
            throw new ApprovalTimeoutException();
        };

        assertThatThrownBy(() ->
                        ApprovalSystem.firstOf(List.of(noTerminal, gaveUp)).requestApproval(request))
                .isInstanceOf(ApprovalUnreachableException.class);
    }

    @Test
    void its_parts_are_the_channels_that_the_kernel_offers_to() {
        ApprovalSystem inner = ApprovalSystem.firstOf(List.of(SILENT, BROKEN));

        assertThat(ApprovalSystem.firstOf(List.of(inner, SILENT)).parts()).containsExactly(SILENT, BROKEN, SILENT);
    }

    @Test
    void nobody_to_ask_is_refused_at_once() {
        assertThatThrownBy(() -> ApprovalSystem.firstOf(List.of())).hasMessageContaining("no answer could ever come");
    }
}
