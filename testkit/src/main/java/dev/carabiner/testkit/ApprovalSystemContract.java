package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalSystem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What every approval system promises the kernel: it is a channel, and a call that can be interrupted. */
public abstract class ApprovalSystemContract extends ApprovalChannelContract {

    /** A system whose human chooses this option at once. */
    @Override
    protected abstract ApprovalSystem answering(String option);

    /** A system whose human never answers; null if there cannot be one. */
    @Override
    protected abstract @Nullable ApprovalSystem silent();

    @Test
    void the_chosen_option_is_returned_as_it_was_offered() throws Exception {
        assertThat(answering("Deny").requestApproval(TestRequests.about("ls"))).isEqualTo("Deny");
    }

    @Test
    void waiting_ends_when_the_thread_is_interrupted() throws Exception {
        ApprovalSystem system = silent();
        if (system == null) {
            return; // it answers by itself and never waits
        }
        var ended = new CompletableFuture<String>();
        Thread asking = Thread.ofVirtual().start(() -> {
            try {
                ended.complete(system.requestApproval(TestRequests.about("ls")));
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        assertThat(asking.join(Duration.ofMillis(50))).isFalse();
        asking.interrupt();

        assertThatThrownBy(() -> ended.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
    }
}
