package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every approval system promises the kernel. */
public abstract class ApprovalSystemContract {

    /** A system whose human chooses this option at once. */
    protected abstract ApprovalSystem answering(String option);

    /** A system whose human never answers; null if there cannot be one. */
    protected abstract ApprovalSystem silent();

    private static ApprovalRequest request() {
        Question question =
                new Question("guard", "Sure?", List.of("Allow", "Deny"), Duration.ofSeconds(5), Decision.DENY, "");
        return new ApprovalRequest("r-1", "s-1", "tool:pre", question, EventData.empty(), "digest", Instant.EPOCH);
    }

    @Test
    void the_chosen_option_is_returned_as_it_was_offered() throws Exception {
        assertThat(answering("Deny").requestApproval(request())).isEqualTo("Deny");
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
                ended.complete(system.requestApproval(request()));
            } catch (Throwable e) {
                ended.completeExceptionally(e);
            }
        });
        assertThat(asking.join(Duration.ofMillis(50))).isFalse();
        asking.interrupt();

        assertThatThrownBy(() -> ended.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(InterruptedException.class);
    }
}
